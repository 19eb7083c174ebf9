package dev.gridlock.engine.run;

import dev.gridlock.engine.history.Observation;
import dev.gridlock.engine.load.CallResult;
import dev.gridlock.engine.load.HttpCaller;
import dev.gridlock.engine.sut.ProbedState;
import dev.gridlock.engine.sut.StateProbe;
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
    private final Stage stage;
    private final HttpCaller caller = new HttpCaller(CALL_TIMEOUT);

    StatePoll(List<StateProbe> probes, Stage stage) {
        this.stage = stage;
        probes.forEach(probe -> probesByNode
                .computeIfAbsent(probe.node(), absent -> new ArrayList<>())
                .add(probe));
    }

    /**
     * The answers of one pass.
     *
     * @param reads node by node, in the order of the probes
     * @param agreed whether every node that is up answered and equal things have equal digests
     */
    record Pass(List<Observation.StateRead> reads, boolean agreed) {}

    /** Asks every question to every node. */
    Pass pass() throws InterruptedException {
        return ask(probesByNode);
    }

    /**
     * Whether all agree. Asks the first question to each node first, and the rest only if those answers agree: nodes
     * that still differ are cheap to ask again.
     */
    boolean agrees() throws InterruptedException {
        var first = new LinkedHashMap<String, List<StateProbe>>();
        probesByNode.forEach((node, probes) -> first.put(node, probes.subList(0, 1)));
        return ask(first).agreed() && pass().agreed();
    }

    private Pass ask(Map<String, List<StateProbe>> questions) throws InterruptedException {
        var readsByNode = new LinkedHashMap<String, List<Observation.StateRead>>();
        var threads = new ArrayList<Thread>();
        questions.forEach((node, probes) -> {
            var reads = new ArrayList<Observation.StateRead>();
            readsByNode.put(node, reads);
            threads.add(Thread.ofVirtual().name("probe-" + node).start(() -> ask(probes, reads)));
        });
        for (var thread : threads) {
            thread.join();
        }
        var all = readsByNode.values().stream().flatMap(List::stream).toList();
        return new Pass(all, agree(all));
    }

    private void ask(List<StateProbe> probes, List<Observation.StateRead> reads) {
        for (var probe : probes) {
            var read = ask(probe);
            reads.add(read);
            if (read.state().isEmpty()) {
                return;
            }
        }
    }

    private Observation.StateRead ask(StateProbe probe) {
        var result = caller.call(probe.call());
        Optional<ProbedState> state = Optional.empty();
        var problem = "";
        if (result instanceof CallResult.Answered answered && answered.isSuccess()) {
            try {
                state = Optional.of(probe.reader().apply(answered.body()));
            } catch (IllegalArgumentException unusable) {
                problem = "unusable answer: " + unusable.getMessage();
            }
        } else {
            problem = result.detail();
        }
        return new Observation.StateRead(
                probe.node(), state, problem, stage.clock().now());
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
