package dev.gridlock.engine.detect;

import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.NodeEvent;
import dev.gridlock.engine.history.Nodes;
import dev.gridlock.engine.history.Observation;
import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Says what a run lacks before anybody may call it a pass: a node that never spoke, a load that reached nothing, a node
 * that is up and does not say what it holds, lines that could not be read.
 */
final class MissingEvidence {

    private final Set<String> spoke = new HashSet<>();
    private final Set<String> up = new HashSet<>();
    private final Map<Life, Observation.UnreadableLine> lastLineUnreadable = new HashMap<>();
    private final Map<String, Observation.UnreadableLine> unreadable = new HashMap<>();
    private final Map<String, Integer> unreadableCount = new HashMap<>();
    private final List<Observation.StateRead> reads = new ArrayList<>();
    private int requests;
    private int requestsAnswered;
    private int updates;
    private int updatesAcknowledged;
    private int updateCommits;

    private MissingEvidence() {}

    /** What is missing, one clause each; empty when nothing is. */
    static List<String> in(List<Observation> observations, Nodes nodes, Expected expected) {
        var evidence = new MissingEvidence();
        observations.forEach(evidence::observe);
        return evidence.missing(nodes, expected);
    }

    private void observe(Observation observation) {
        switch (observation) {
            case NodeEvent event -> {
                spoke.add(event.node());
                settleUnreadable(event.life());
                if (event.name().equals("store.commit") && !event.update().isEmpty()) {
                    updateCommits++;
                }
            }
            case Observation.NodeStarted started -> up.add(started.life().node());
            case Observation.NodeExited exited -> {
                up.remove(exited.life().node());
                lastLineUnreadable.remove(exited.life());
            }
            case Observation.UnreadableLine line -> {
                settleUnreadable(line.life());
                lastLineUnreadable.put(line.life(), line);
            }
            case Observation.StateRead read -> reads.add(read);
            case Operation operation -> count(operation);
            case Observation.Complaint complaint -> {}
            case Observation.ThreadDied died -> {}
            case Observation.FaultChanged changed -> {}
            case Observation.FaultReceipt receipt -> {}
            case Observation.FaultUnseen unseen -> {}
        }
    }

    /** A node that is killed may leave its last line unfinished; any other unreadable line is lost evidence. */
    private void settleUnreadable(Life life) {
        var line = lastLineUnreadable.remove(life);
        if (line != null) {
            unreadable.putIfAbsent(life.node(), line);
            unreadableCount.merge(life.node(), 1, Integer::sum);
        }
    }

    private void count(Operation operation) {
        boolean ok = operation.outcome() == Outcome.OK;
        switch (operation.kind()) {
            case REQUEST -> {
                requests++;
                requestsAnswered += ok ? 1 : 0;
            }
            case UPDATE -> {
                updates++;
                updatesAcknowledged += ok ? 1 : 0;
            }
        }
    }

    private List<String> missing(Nodes nodes, Expected expected) {
        var missing = new ArrayList<String>();
        List.copyOf(lastLineUnreadable.keySet()).forEach(this::settleUnreadable);
        for (var node : nodes.all()) {
            if (!spoke.contains(node.name())) {
                missing.add(node.name() + " printed no event");
            }
            var line = unreadable.get(node.name());
            if (line != null) {
                int count = unreadableCount.getOrDefault(node.name(), 1);
                missing.add((count == 1 ? "a line of " : count + " lines of ") + node.name() + " could not be read ("
                        + line.problem() + "): " + line.line());
            }
        }
        missingLoad(missing, expected);
        missingStates(missing);
        return missing;
    }

    private void missingLoad(List<String> missing, Expected expected) {
        if (expected.requests() && requestsAnswered == 0) {
            missing.add(
                    requests == 0 ? "no request was made" : "none of " + grouped(requests) + " requests was answered");
        }
        if (expected.updates() && updatesAcknowledged == 0) {
            missing.add(
                    updates == 0 ? "no update was made" : "none of " + grouped(updates) + " updates was acknowledged");
        } else if (expected.updates() && updateCommits == 0) {
            missing.add("no store told of a committed update");
        }
    }

    private void missingStates(List<String> missing) {
        if (reads.isEmpty()) {
            missing.add("no node was asked what it holds at the end");
        }
        var told = new HashSet<String>();
        for (var read : reads) {
            if (read.state().isEmpty() && up.contains(read.node()) && told.add(read.node())) {
                missing.add(read.node() + " is up and did not say what it holds (" + read.problem() + ")");
            }
        }
    }

    private static String grouped(int count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
