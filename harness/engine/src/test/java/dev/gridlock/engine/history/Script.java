package dev.gridlock.engine.history;

import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.sut.ProbedState;
import dev.gridlock.engine.sut.Restart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes histories by hand. Times are milliseconds from the start of the backend; nodes are named role-region-number. */
public final class Script {

    private final List<Observation> observations = new ArrayList<>();
    private final Map<String, Integer> lives = new HashMap<>();
    private final List<NodePlan> plans = new ArrayList<>();

    /** Nodes that start at 0 and say that they are ready. */
    public static Script of(String... nodes) {
        var script = new Script();
        for (var node : nodes) {
            script.plans.add(plan(node, script.plans.size() + 1));
            script.start(0, node);
            script.event(0, node, "node.ready");
        }
        return script;
    }

    /** A plan of a node by its name; the number makes its address. */
    public static NodePlan plan(String node, int number) {
        var parts = node.split("-", 3);
        return new NodePlan(
                node,
                parts[1],
                parts[0],
                "10.0.0." + number,
                4,
                1.0,
                Script.class,
                List.of(),
                Map.of(),
                Restart.never(),
                List.of());
    }

    public Script start(double millis, String node) {
        lives.merge(node, 1, Integer::sum);
        observations.add(new Observation.NodeStarted(life(node), at(millis)));
        return this;
    }

    public Script exit(double millis, String node, int code) {
        observations.add(new Observation.NodeExited(life(node), code, false, at(millis)));
        return this;
    }

    public Script kill(double millis, String node) {
        observations.add(new Observation.NodeExited(life(node), 137, true, at(millis)));
        return this;
    }

    /** An event with fields given as name, value, name, value. */
    public Script event(double millis, String node, String name, Object... fields) {
        var members = new LinkedHashMap<String, Object>();
        for (int i = 0; i < fields.length; i += 2) {
            members.put((String) fields[i], fields[i + 1]);
        }
        observations.add(new NodeEvent(life(node), name, members, at(millis)));
        return this;
    }

    /** A line as the node prints it. */
    public Script line(double millis, String node, String line) {
        observations.add(EventReader.read(life(node), line, at(millis)));
        return this;
    }

    public Script died(double millis, String node, String thread, String error) {
        observations.add(new Observation.ThreadDied(life(node), thread, error, "a.B.c(B.java:1)", at(millis)));
        return this;
    }

    public Script complaint(double millis, String node, String line) {
        observations.add(new Observation.Complaint(life(node), line, at(millis)));
        return this;
    }

    /** An update sent at one instant and ended at another. */
    public Script update(double sent, double ended, String id, String store, String datum, Outcome outcome) {
        observations.add(new Operation(
                Operation.Kind.UPDATE,
                id,
                store.split("-", 3)[1],
                store,
                datum,
                at(sent),
                at(sent),
                at(ended),
                outcome,
                "status 200"));
        return this;
    }

    public Script request(double sent, double ended, String proxy, Outcome outcome) {
        observations.add(new Operation(
                Operation.Kind.REQUEST,
                Integer.toString(observations.size()),
                proxy.split("-", 3)[1],
                proxy,
                "",
                at(sent),
                at(sent),
                at(ended),
                outcome,
                "status 200"));
        return this;
    }

    public Script holds(double millis, String node, String thing, String digest) {
        return read(millis, node, Optional.of(ProbedState.digest(thing, digest)));
    }

    public Script holdsUpdates(double millis, String node, Map<String, String> updates) {
        return read(millis, node, Optional.of(new ProbedState(Map.of(), Optional.of(updates))));
    }

    public Script doesNotSay(double millis, String node) {
        return read(millis, node, Optional.empty());
    }

    private Script read(double millis, String node, Optional<ProbedState> state) {
        observations.add(
                new Observation.StateRead(node, state, state.isPresent() ? "" : "no answer: timed out", at(millis)));
        return this;
    }

    public List<Observation> observations() {
        return List.copyOf(observations);
    }

    public Nodes nodes() {
        return new Nodes(plans);
    }

    public Life life(String node) {
        return new Life(node, lives.getOrDefault(node, 1));
    }

    public static Duration at(double millis) {
        return Duration.ofNanos(Math.round(millis * 1_000_000));
    }

    /** A waiter as events list it. */
    public static Map<String, Object> waiter(String mode, String label, String update, double waitedMillis) {
        return Map.of(
                "thread",
                "t",
                "label",
                label,
                "app",
                "app-7",
                "update",
                update,
                "mode",
                mode,
                "waitedNanos",
                Math.round(waitedMillis * 1_000_000));
    }
}
