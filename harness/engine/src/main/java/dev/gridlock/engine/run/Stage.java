package dev.gridlock.engine.run;

import dev.gridlock.engine.load.RunClock;
import dev.gridlock.engine.scenario.FaultSpec;
import dev.gridlock.engine.sut.NodePlan;

/**
 * What a backend offers to the director of a run. Methods return as soon as the thing is under way; they are safe for
 * the director's thread and for threads that it starts, and for no others.
 */
public interface Stage {

    /** The time of the run. */
    RunClock clock();

    /** Starts a node of the plan for the first time. */
    void start(NodePlan node);

    /** Whether the node's program runs now, ready or not. */
    boolean isUp(String node);

    /**
     * Runs client code in a region, with the region's network distances. It ends with the run at the latest.
     *
     * @param region code of the region
     * @param program blocking code
     */
    void client(String region, ClientProgram program);

    /** Brings a fault into force. */
    void begin(FaultSpec fault);

    /** Undoes a fault that is in force; for a killed node, starts it again. */
    void end(FaultSpec fault);

    /** Blocking code of a client. */
    @FunctionalInterface
    interface ClientProgram {
        void run() throws InterruptedException;
    }
}
