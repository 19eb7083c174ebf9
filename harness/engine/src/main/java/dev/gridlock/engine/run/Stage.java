package dev.gridlock.engine.run;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.load.RunClock;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.witness.NodeCondition;
import java.net.InetSocketAddress;

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

    /** How a node stands now. Reading it may take some milliseconds and changes nothing. */
    NodeCondition condition(String node);

    /**
     * Measures how many times longer than on an ordinary machine a node takes for whatever it does; 1 for one that does
     * not run. May take some tenths of a second and changes nothing.
     */
    double slowdown(String node);

    /**
     * Runs a program that watches the links of a region, on a host of its own. It ends with the run at the latest.
     *
     * @param region code of a region that a fault of links touches
     * @param program blocking code
     */
    void watch(String region, ClientProgram program);

    /** Where the {@linkplain #watch program} in a region listens for those of other regions; nothing else does. */
    InetSocketAddress listenAddress(String region);

    /**
     * What the {@linkplain #watch program} in one region connects to so as to reach that in another, over links that
     * faults between the two regions hurt as they hurt those of nodes.
     *
     * @param from code of a region
     * @param to code of another region
     */
    InetSocketAddress dial(String from, String to);

    /** Brings a fault into force. */
    void begin(Fault fault);

    /** Undoes a fault that is in force; for a killed node, starts it again. */
    void end(Fault fault);

    /** Blocking code of a client. */
    @FunctionalInterface
    interface ClientProgram {
        void run() throws InterruptedException;
    }
}
