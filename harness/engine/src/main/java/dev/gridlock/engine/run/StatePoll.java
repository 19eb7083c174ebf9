package dev.gridlock.engine.run;

import dev.gridlock.engine.history.Observation;
import dev.gridlock.engine.load.CallResult;
import dev.gridlock.engine.load.HttpCaller;
import dev.gridlock.engine.sut.StateAnswer;
import dev.gridlock.engine.sut.StateProbe;
import dev.gridlock.engine.sut.SystemPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks nodes what they hold. Nodes are asked side by side, the questions to one node one after the other; a node that
 * leaves one unanswered is not asked the rest, so that a stalled node costs one timeout.
 */
final class StatePoll {

    private static final Duration CALL_TIMEOUT = Duration.ofMillis(500);

    private final Map<String, List<StateProbe>> probesByNode = new LinkedHashMap<>();
    private final SystemPlan system;
    private final Stage stage;
    private final HttpCaller caller = new HttpCaller(CALL_TIMEOUT);

    StatePoll(SystemPlan system, List<StateProbe> probes, Stage stage) {
        this.system = system;
        this.stage = stage;
        probes.forEach(probe -> probesByNode
                .computeIfAbsent(probe.node(), absent -> new ArrayList<>())
                .add(probe));
    }

    /**
     * The answers of one pass.
     *
     * @param reads what was read of the answers, then the nodes that gave none
     * @param agreed whether every node that is up answered and equal things have equal digests
     */
    record Pass(List<Observation.StateRead> reads, boolean agreed) {}

    /** Asks every question to every node. */
    Pass pass() throws InterruptedException {
        return ask(probesByNode);
    }

    /**
     * A pass in which all agreed; empty when they did not. Asks the first question to each node first, and the rest only
     * if those answers agree: nodes that still differ are cheap to ask again.
     */
    Optional<Pass> agreement() throws InterruptedException {
        var first = new LinkedHashMap<String, List<StateProbe>>();
        probesByNode.forEach((node, probes) -> first.put(node, probes.subList(0, 1)));
        return ask(first).agreed() ? Optional.of(pass()).filter(Pass::agreed) : Optional.empty();
    }

    /** The answers of one node, and why it was not asked further. */
    private static final class Asked {
        final List<StateAnswer> answers = new ArrayList<>();
        String problem = "";
        Duration at = Duration.ZERO;
    }

    private Pass ask(Map<String, List<StateProbe>> questions) throws InterruptedException {
        var askedByNode = new LinkedHashMap<String, Asked>();
        var threads = new ArrayList<Thread>();
        questions.forEach((node, probes) -> {
            var asked = new Asked();
            askedByNode.put(node, asked);
            threads.add(Thread.ofVirtual().name("probe-" + node).start(() -> ask(probes, asked)));
        });
        for (var thread : threads) {
            thread.join();
        }
        var reads = reads(askedByNode);
        return new Pass(reads, agree(reads));
    }

    private void ask(List<StateProbe> probes, Asked asked) {
        for (var probe : probes) {
            var result = caller.call(probe.call());
            asked.at = stage.clock().now();
            if (!(result instanceof CallResult.Answered answered && answered.isSuccess())) {
                asked.problem = result.detail();
                return;
            }
            asked.answers.add(new StateAnswer(probe, answered.body()));
        }
    }

    private List<Observation.StateRead> reads(Map<String, Asked> askedByNode) {
        var answers = askedByNode.values().stream()
                .flatMap(asked -> asked.answers.stream())
                .toList();
        var reads = new ArrayList<Observation.StateRead>();
        for (var reading : system.interpret(answers)) {
            var asked = askedByNode.get(reading.node());
            var at = asked == null ? stage.clock().now() : asked.at;
            reads.add(new Observation.StateRead(reading.node(), reading.state(), reading.problem(), at));
        }
        askedByNode.forEach((node, asked) -> {
            if (!asked.problem.isEmpty()) {
                reads.add(new Observation.StateRead(node, Optional.empty(), asked.problem, asked.at));
            }
        });
        return reads;
    }

    private boolean agree(List<Observation.StateRead> reads) {
        var known = new HashMap<String, String>();
        boolean anyAnswer = false;
        for (var read : reads) {
            if (read.state().isEmpty()) {
                if (stage.isUp(read.node())) {
                    return false;
                }
                continue;
            }
            anyAnswer = true;
            for (var digest : read.state().get().digests().entrySet()) {
                var other = known.putIfAbsent(digest.getKey(), digest.getValue());
                if (other != null && !other.equals(digest.getValue())) {
                    return false;
                }
            }
        }
        return anyAnswer;
    }
}
