package dev.gridlock.engine.witness;

import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.finding.TimeText;
import dev.gridlock.engine.load.RunClock;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Looks at nodes before and after something is done to them, until what was done can be seen. Used by the thread that
 * waits for the receipt.
 */
public final class NodeWitness {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration SKEW_SHOWS_AFTER = Duration.ofMillis(100);

    private final RunClock clock;
    private final Function<String, NodeCondition> look;
    private final ToDoubleFunction<String> slowdown;

    /**
     * A witness.
     *
     * @param look sees how a node stands
     * @param slowdown measures how many times longer than on an ordinary machine a node takes for whatever it does
     */
    public NodeWitness(RunClock clock, Function<String, NodeCondition> look, ToDoubleFunction<String> slowdown) {
        this.clock = clock;
        this.look = look;
        this.slowdown = slowdown;
    }

    /** How nodes stood before something was done to them; only what that will change. */
    public record Before(Map<String, State> states) {
        private record State(Duration clockAhead, double slowdown) {}
    }

    /** Looks at the nodes before the fault is brought about, or undone. */
    public Before before(NodeFault fault, List<String> nodes) {
        var states = new LinkedHashMap<String, Before.State>();
        for (var node : nodes) {
            states.put(
                    node,
                    new Before.State(
                            look.apply(node).clockAhead(),
                            fault instanceof NodeFault.SlowCpu ? slowdown.applyAsDouble(node) : 1));
        }
        return new Before(states);
    }

    /** Looks until the fault is seen on every node, or for two seconds. */
    public Sighting inForce(NodeFault fault, Before before) throws InterruptedException {
        return await(before, (node, was) -> switch (fault) {
            case NodeFault.Kill _ -> found(!look.apply(node).up(), node + " was gone", node + " still ran");
            case NodeFault.Pause _ ->
                found(look.apply(node).stopped(), node + " was stopped", node + " was not stopped");
            case NodeFault.SlowCpu(var _, double factor, var _, var _) -> slower(node, was, factor);
            case NodeFault.ClockStep(var _, var by, var _, var _) -> moved(node, was, by);
            case NodeFault.ClockSkew(var _, double rate, var _, var _) -> {
                double seen = gain(node);
                yield found(
                        (seen - 1) / (rate - 1) > 0.5,
                        "the clock of " + node + " ran at " + three(seen),
                        "the clock of " + node + " ran at " + three(seen));
            }
        });
    }

    /** Looks until the fault is seen to be gone from every node, or for two seconds. */
    public Sighting gone(NodeFault fault, Before before) throws InterruptedException {
        return await(before, (node, was) -> switch (fault) {
            case NodeFault.Kill _ -> found(look.apply(node).up(), node + " ran again", node + " did not run again");
            case NodeFault.Pause _ ->
                found(!look.apply(node).stopped(), node + " went on", node + " was still stopped");
            case NodeFault.SlowCpu(var _, double factor, var _, var _) -> slower(node, was, 1 / factor);
            case NodeFault.ClockStep(var _, var by, var _, var _) -> moved(node, was, by.negated());
            case NodeFault.ClockSkew(var _, double rate, var _, var _) -> {
                double seen = gain(node);
                yield found(
                        (seen - 1) / (rate - 1) < 0.5,
                        "the clock of " + node + " ran at " + three(seen),
                        "the clock of " + node + " still ran at " + three(seen));
            }
        });
    }

    /** What a look at one node showed. */
    private record Shown(boolean seen, String what) {}

    private interface Look {
        Shown at(String node, Before.State was) throws InterruptedException;
    }

    private static Shown found(boolean seen, String so, String not) {
        return new Shown(seen, seen ? so : not);
    }

    private Sighting await(Before before, Look question) throws InterruptedException {
        var until = clock.now().plus(PATIENCE);
        Optional<Shown> shown = Optional.empty();
        for (var entry : before.states().entrySet()) {
            var latest = question.at(entry.getKey(), entry.getValue());
            while (!latest.seen() && clock.now().compareTo(until) < 0) {
                clock.sleepUntil(clock.now().plus(PAUSE));
                latest = question.at(entry.getKey(), entry.getValue());
            }
            if (!latest.seen()) {
                return new Sighting(false, latest.what(), clock.now());
            }
            shown = Optional.of(latest);
        }
        return shown.map(last -> new Sighting(true, last.what(), clock.now()))
                .orElseGet(() -> new Sighting(false, "there was no node to look at", clock.now()));
    }

    /** More than the square root of what was asked for, in its direction, lies nearer to it than to nothing. */
    private Shown slower(String node, Before.State was, double factor) {
        double now = slowdown.applyAsDouble(node);
        double ratio = now / was.slowdown();
        double enough = Math.sqrt(factor);
        return found(
                factor > 1 ? ratio > enough : ratio < enough,
                node + " took " + three(now) + " times as long as an ordinary machine, before " + three(was.slowdown()),
                node + " took " + three(now) + " times as long as an ordinary machine, and " + three(was.slowdown())
                        + " times before");
    }

    private Shown moved(String node, Before.State was, Duration by) {
        var moved = look.apply(node).clockAhead().minus(was.clockAhead());
        var half = by.dividedBy(2);
        boolean seen = by.isNegative() ? moved.compareTo(half) < 0 : moved.compareTo(half) > 0;
        var what = "the clock of " + node + " moved by " + TimeText.length(moved);
        return found(seen, what, what);
    }

    /** Seconds that the clock of a node shows for a second. */
    private double gain(String node) throws InterruptedException {
        var from = clock.now();
        var ahead = look.apply(node).clockAhead();
        clock.sleepUntil(from.plus(SKEW_SHOWS_AFTER));
        var passed = clock.now().minus(from);
        var gained = look.apply(node).clockAhead().minus(ahead);
        return 1 + (double) gained.toNanos() / passed.toNanos();
    }

    private static String three(double number) {
        return new BigDecimal(number)
                .round(new MathContext(3))
                .stripTrailingZeros()
                .toPlainString();
    }
}
