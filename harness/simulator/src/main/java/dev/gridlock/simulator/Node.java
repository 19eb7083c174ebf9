package dev.gridlock.simulator;

import dev.gridlock.simulator.network.Host;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A machine of the simulated network, on which a process can be started, killed and started again.
 *
 * <p>To be used before the run, by actions given to {@link Simulation#at}, and by listeners; never by the node's own threads.
 */
public final class Node {
    /** What a shell reports for a process that SIGKILL ended. */
    public static final int KILLED = 137;

    private final Simulation simulation;
    private final NodeOptions options;
    private final int number;
    private final Host host;
    private final NodeClock clock;
    private double slowdown;
    private int lives;
    private boolean paused;
    private @Nullable SimulatedProcess process;

    Node(Simulation simulation, NodeOptions options, int number, Host host, NodeClock clock) {
        this.simulation = simulation;
        this.options = options;
        this.number = number;
        this.host = host;
        this.clock = clock;
        this.slowdown = options.slowdown();
    }

    public String name() {
        return options.name();
    }

    /** Whether a process has been started and has not ended. */
    public boolean isRunning() {
        SimulatedProcess p = process;
        return p != null && !p.isGone();
    }

    /**
     * Starts a process.
     *
     * @throws IllegalStateException if one is running
     */
    public void start(Program main) {
        if (isRunning()) {
            throw new IllegalStateException("node " + name() + " is running already");
        }
        SimulatedProcess started = new SimulatedProcess(simulation, this, ++lives, options.cpus());
        process = started;
        paused = false;
        simulation.trace(Trace.Kind.START, this, lives);
        started.start(main);
    }

    /** Ends the process as SIGKILL does: none of its code runs any more, its connections are closed by the kernel. */
    public void kill() {
        SimulatedProcess p = process;
        if (p != null && !p.isGone()) {
            ended(p, KILLED);
        }
    }

    /** Stops the process as SIGSTOP does: its kernel goes on receiving. */
    public void pause() {
        paused = true;
        simulation.trace(Trace.Kind.PAUSE, this, 1);
    }

    public void resume() {
        paused = false;
        simulation.trace(Trace.Kind.PAUSE, this, 0);
        SimulatedProcess p = process;
        if (p != null && !p.isDead()) {
            p.releaseDeferred();
        }
    }

    /** Changes the factor on every cost; see {@link NodeOptions#slowdown}. */
    public void setSlowdown(double factor) {
        if (!(factor > 0 && factor <= 1e6)) {
            throw new IllegalArgumentException(
                    "slowdown of node " + name() + " is " + factor + ", expected more than 0 and at most 1000000");
        }
        slowdown = factor;
        simulation.trace(Trace.Kind.SLOWDOWN, this, Double.doubleToLongBits(factor));
    }

    /** Moves the wall clock forward, or back if negative. */
    public void stepClock(Duration by) {
        clock.step(by);
    }

    /** How far the wall clock is ahead of virtual time; negative when it is behind. */
    public Duration clockAhead() {
        long now = simulation.localNow();
        return Duration.ofNanos(clock.wallNanos(now) - clock.epochNanos() - now);
    }

    /** Makes both clocks run at {@code rate} seconds a second from now on; timers that are set keep their instant. */
    public void setClockRate(double rate) {
        clock.setRate(simulation.localNow(), rate);
    }

    /** Clears away after a process, unless a kill has come before its own exit. */
    void ended(SimulatedProcess ended, int code) {
        if (ended.isGone()) {
            return;
        }
        simulation.trace(Trace.Kind.EXIT, this, code);
        ended.die();
        host.processDied();
        simulation.notice(at -> options.listener().onExit(this, code, at));
    }

    int number() {
        return number;
    }

    Host host() {
        return host;
    }

    NodeClock clock() {
        return clock;
    }

    /** The factor on every cost, as it is now. */
    public double slowdown() {
        return slowdown;
    }

    /** Whether the process is stopped, as by {@link #pause}. */
    public boolean isPaused() {
        return paused;
    }

    NodeListener listener() {
        return options.listener();
    }

    @Nullable
    SimulatedProcess process() {
        return process;
    }

    @Override
    public String toString() {
        return name();
    }
}
