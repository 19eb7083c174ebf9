package dev.gridlock.backends;

import dev.gridlock.backends.link.LinkLayout;
import dev.gridlock.backends.link.LinkPlane;
import dev.gridlock.engine.load.RunClock;
import dev.gridlock.engine.run.BackendOutcome;
import dev.gridlock.engine.run.Director;
import dev.gridlock.engine.run.RunPlan;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Lets a director have its way in real time, within the plan's limit, and ends all nodes whatever happens. */
public final class RealTimeRun {

    private RealTimeRun() {}

    /** Returns when the director has, or its time is over, and every node has ended. */
    public static BackendOutcome direct(
            RunPlan plan, Director director, SupervisedNodes nodes, LinkPlane links, LinkLayout layout, RunClock clock)
            throws InterruptedException {
        var stage = new RealTimeStage(clock, nodes, links, layout, plan.nodes());
        var problem = new AtomicReference<Optional<String>>(Optional.empty());
        try {
            var directing = Thread.ofPlatform().name("director").start(() -> {
                try {
                    director.direct(stage);
                } catch (InterruptedException brokenOff) {
                    problem.set(Optional.of(
                            "the run did not end within " + plan.limit().toSeconds() + " seconds"));
                } catch (RuntimeException failed) {
                    problem.set(Optional.of("the director failed with " + failed));
                }
            });
            try {
                if (!directing.join(plan.limit())) {
                    directing.interrupt();
                    directing.join();
                }
            } finally {
                // Also when this thread was interrupted: nobody may go on asking nodes that are about to end.
                directing.interrupt();
            }
            var end = clock.now();
            stage.end();
            return new BackendOutcome(problem.get().or(stage::problem), "", end, 0);
        } finally {
            nodes.end();
        }
    }
}
