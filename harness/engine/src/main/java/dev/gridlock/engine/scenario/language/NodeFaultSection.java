package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.sut.DurationText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Faults of nodes. */
final class NodeFaultSection {

    private static final Form<Duration> INSTANT =
            Quantities.duration("a time from the start of the run, such as 500ms or 3s");
    private static final Form<Double> FACTOR = Quantities.decimal(0.01, 1000, "a factor");
    private static final Form<Double> RATE =
            Quantities.decimal(0.5, 2, "seconds that the clock shows for each second,");

    private final World world;
    private final Form<String> node;
    private final Form<String> nodeOrRegion;

    NodeFaultSection(World world) {
        this.world = world;
        this.node = Words.nodeOf(world.topology());
        this.nodeOrRegion = Words.nodeOrRegionOf(world.topology());
    }

    void addTo(Map<String, Form<? extends List<Fault>>> kinds) {
        kinds.put("kill", FaultSection.fault("{node: proxy-waw-1, at: 1s, restart-after: 500ms}", this::kill));
        kinds.put("pause", FaultSection.fault("{node: store-waw-1, from: 1s, to: 2s}", this::pause));
        kinds.put("slow-cpu", FaultSection.fault("{target: waw, factor: 8, from: 1s, to: 2s}", this::slowCpu));
        kinds.put("clock-step", FaultSection.fault("{target: waw, forward: 2s, at: 1s}", this::clockStep));
        kinds.put("clock-skew", FaultSection.fault("{target: waw, rate: 1.05, from: 1s, to: 2s}", this::clockSkew));
    }

    private Optional<List<Fault>> kill(Fields fields, Problems problems) {
        var name = fields.required("node", node);
        var at = instant(fields, problems);
        var restartAfter = fields.optional("restart-after", Quantities.POSITIVE_DURATION);
        return fields.sound()
                ? Optional.of(List.of(new NodeFault.Kill(name.orElseThrow(), at.orElseThrow(), restartAfter)))
                : Optional.empty();
    }

    private Optional<List<Fault>> pause(Fields fields, Problems problems) {
        var name = fields.required("node", node);
        var window = Window.read(fields, world, problems);
        return fields.sound()
                ? Optional.of(List.of(new NodeFault.Pause(name.orElseThrow(), window.from(), window.to())))
                : Optional.empty();
    }

    private Optional<List<Fault>> slowCpu(Fields fields, Problems problems) {
        var target = fields.required("target", nodeOrRegion);
        var factor = fields.required("factor", FACTOR);
        var window = Window.read(fields, world, problems);
        return fields.sound()
                ? Optional.of(List.of(
                        new NodeFault.SlowCpu(target.orElseThrow(), factor.orElseThrow(), window.from(), window.to())))
                : Optional.empty();
    }

    private Optional<List<Fault>> clockStep(Fields fields, Problems problems) {
        var target = fields.required("target", nodeOrRegion);
        var directions = new LinkedHashMap<String, Form<Duration>>();
        directions.put("forward", Quantities.POSITIVE_DURATION);
        directions.put(
                "back",
                new Form<>(
                        Quantities.POSITIVE_DURATION.expected(),
                        (value, told) ->
                                Quantities.POSITIVE_DURATION.read(value, told).map(Duration::negated)));
        var by = fields.requiredOneOf(directions);
        var at = instant(fields, problems);
        var undoneAfter = fields.optional("undone-after", Quantities.POSITIVE_DURATION);
        return fields.sound()
                ? Optional.of(List.of(new NodeFault.ClockStep(
                        target.orElseThrow(), by.orElseThrow(), at.orElseThrow(), undoneAfter.map(at.get()::plus))))
                : Optional.empty();
    }

    private Optional<List<Fault>> clockSkew(Fields fields, Problems problems) {
        var target = fields.required("target", nodeOrRegion);
        var rate = fields.required("rate", RATE);
        if (rate.filter(value -> value == 1).isPresent()) {
            problems.report(fields.at("rate"), "a rate of 1, at which a clock is right", "another rate, such as 1.05");
        }
        var window = Window.read(fields, world, problems);
        return fields.sound()
                ? Optional.of(List.of(
                        new NodeFault.ClockSkew(target.orElseThrow(), rate.orElseThrow(), window.from(), window.to())))
                : Optional.empty();
    }

    /** The key {@code at} of what happens at once. */
    private Optional<Duration> instant(Fields fields, Problems problems) {
        var at = fields.required("at", INSTANT);
        var end = world.duration();
        if (at.isPresent() && end.isPresent() && at.get().compareTo(end.get()) >= 0) {
            problems.report(
                    fields.at("at"),
                    "'at' of " + DurationText.format(at.get()),
                    "less than the duration of the scenario, " + DurationText.format(end.get())
                            + World.origin(world.durationAt()));
        }
        return at;
    }
}
