package dev.gridlock.simulator;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The platform thread that runs every thread of a simulation, one step at a time, and the watch over it.
 *
 * <p>It is a fresh thread for each run, so that nothing the caller's thread did before can matter. A step that does not come back cannot be
 * stopped; the carrier is then left behind, a daemon, and the run reported as stuck.
 */
final class Carrier {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final AtomicBoolean ONE_RUNS = new AtomicBoolean();

    private Carrier() {}

    /** Runs {@code body} on a fresh carrier and waits for it; its exception is thrown here, with the caller's stack added. */
    static RunOutcome run(Simulation simulation, Supplier<RunOutcome> body) {
        if (Thread.currentThread().isVirtual()) {
            throw new IllegalStateException("a simulation is run from a platform thread");
        }
        if (!ONE_RUNS.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "another simulation is running in this JVM; run them one after the other, or each in a JVM of its own");
        }
        try {
            return runAlone(simulation, body);
        } finally {
            ONE_RUNS.set(false);
        }
    }

    private static RunOutcome runAlone(Simulation simulation, Supplier<RunOutcome> body) {
        CountDownLatch done = new CountDownLatch(1);
        RunOutcome[] outcome = new RunOutcome[1];
        @Nullable Throwable[] failure = {null};
        Thread carrier = Thread.ofPlatform()
                .name("gridlock-carrier")
                .daemon(true)
                .inheritInheritableThreadLocals(false)
                .unstarted(() -> {
                    try {
                        outcome[0] = body.get();
                    } catch (Throwable e) {
                        failure[0] = e;
                    } finally {
                        done.countDown();
                    }
                });
        carrier.start();
        try {
            RunOutcome.StepStuck stuck = await(simulation, done);
            if (stuck != null) {
                return stuck;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the simulation ran", e);
        }
        switch (failure[0]) {
            case null -> {
                return outcome[0];
            }
            case RuntimeException e -> {
                e.addSuppressed(new IllegalStateException("the simulation was run from here"));
                throw e;
            }
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private static RunOutcome.@Nullable StepStuck await(Simulation simulation, CountDownLatch done)
            throws InterruptedException {
        long allowedLooks = Math.max(1, simulation.options().maxStepWall().toMillis() / LOOK.toMillis());
        long seen = -1;
        @Nullable NodeThread suspect = null;
        long looks = 0;
        while (!done.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
            long steps = simulation.steps();
            NodeThread running = simulation.running();
            if (running == null || steps != seen || running != suspect) {
                seen = steps;
                suspect = running;
                looks = 0;
            } else if (++looks >= allowedLooks) {
                return new RunOutcome.StepStuck(simulation.now(), running.report());
            }
        }
        return null;
    }
}
