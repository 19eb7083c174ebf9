package dev.gridlock.engine.run;

import dev.gridlock.engine.load.CallResult;
import dev.gridlock.engine.load.HttpCaller;
import dev.gridlock.engine.sut.NodePlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Brings a system up: starts each node once those it waits for are ready, puts the first data in place as soon as the
 * nodes that take it are ready, and waits until that data has spread to them.
 */
final class StartUp {

    private static final Duration READY_POLL = Duration.ofMillis(10);

    /** Telling what they hold is work for the nodes, so the pauses between two questions grow. */
    private static final Duration SPREAD_POLL_FIRST = Duration.ofMillis(100);

    private static final Duration SPREAD_POLL_LONGEST = Duration.ofSeconds(1);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
    private static final int SEED_ATTEMPTS = 5;

    private final Preparation run;
    private final Stage stage;
    private final HttpCaller caller = new HttpCaller(CALL_TIMEOUT);
    private final Set<String> ready = new HashSet<>();
    private boolean seeded;

    StartUp(Preparation run, Stage stage) {
        this.run = run;
        this.stage = stage;
    }

    /** Returns when all is ready: empty, or the reason why it did not come to that. */
    Optional<String> bringUp() throws InterruptedException {
        var waiting = new ArrayList<>(run.nodes().all());
        while (!waiting.isEmpty()) {
            var wave = waiting.stream()
                    .filter(node -> ready.containsAll(node.startAfter()))
                    .toList();
            assert !wave.isEmpty() : "the preparation refuses plans that cannot be started in order";
            wave.forEach(stage::start);
            waiting.removeAll(wave);
            for (var node : wave) {
                var problem = awaitReady(node);
                if (problem.isPresent()) {
                    return problem;
                }
            }
            var problem = seedOnce();
            if (problem.isPresent()) {
                return problem;
            }
        }
        return seeded ? Optional.empty() : Optional.of("the first data has no node to go to");
    }

    private Optional<String> awaitReady(NodePlan node) throws InterruptedException {
        var call = run.system().ready(node);
        while (true) {
            var result = caller.call(call);
            if (result instanceof CallResult.Answered answered && answered.isSuccess()) {
                ready.add(node.name());
                return Optional.empty();
            }
            if (isLate()) {
                return Optional.of(node.name() + " did not become ready within " + Preparation.START_LIMIT.toSeconds()
                        + " s (" + result.detail() + ")");
            }
            stage.clock().sleepUntil(stage.clock().now().plus(READY_POLL));
        }
    }

    private Optional<String> seedOnce() throws InterruptedException {
        var calls = run.system().seed(run.data());
        if (seeded || !calls.stream().allMatch(call -> ready.contains(call.node()))) {
            return Optional.empty();
        }
        for (var call : calls) {
            int attempt = 1;
            var result = caller.call(call);
            while (!(result instanceof CallResult.Answered answered && answered.isSuccess())) {
                if (attempt == SEED_ATTEMPTS) {
                    return Optional.of(call.node() + " did not take the first data (" + result.detail() + ")");
                }
                attempt++;
                stage.clock().sleepUntil(stage.clock().now().plus(READY_POLL));
                result = caller.call(call);
            }
        }
        seeded = true;
        return awaitSpread();
    }

    private Optional<String> awaitSpread() throws InterruptedException {
        var probes = run.system().convergenceProbes(run.data()).stream()
                .filter(probe -> ready.contains(probe.node()))
                .toList();
        var poll = new StatePoll(run.system(), probes, stage);
        var pause = SPREAD_POLL_FIRST;
        while (poll.agreement().isEmpty()) {
            if (isLate()) {
                return Optional.of(
                        "the first data did not spread within " + Preparation.START_LIMIT.toSeconds() + " s");
            }
            stage.clock().sleepUntil(stage.clock().now().plus(pause));
            pause = pause.compareTo(SPREAD_POLL_LONGEST) < 0 ? pause.multipliedBy(2) : pause;
        }
        return Optional.empty();
    }

    private boolean isLate() {
        return stage.clock().now().compareTo(Preparation.START_LIMIT) > 0;
    }
}
