package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.FaultSpec;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import dev.gridlock.engine.sut.DurationText;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** The key {@code faults}: a list of what goes wrong, and when. */
final class FaultSection {

    private static final Form<Duration> INSTANT =
            Quantities.duration("a time from the start of the run, such as 500ms or 3s");
    private static final Form<Double> FACTOR = Quantities.decimal(0.01, 1000, "a factor");
    private static final String TWO_REGIONS = "a list of two different regions, such as [waw, fra]";

    private final World world;
    private final Form<String> region;
    private final Form<String> node;
    private final Form<String> nodeOrRegion;

    private FaultSection(World world) {
        this.world = world;
        this.region = Words.regionOf(world.topology());
        this.node = Words.nodeOf(world.topology());
        this.nodeOrRegion = Words.nodeOrRegionOf(world.topology());
    }

    static Form<List<FaultSpec>> form(World world) {
        var section = new FaultSection(world);
        var kinds = new LinkedHashMap<String, Form<? extends FaultSpec>>();
        kinds.put("latency", section.fault("{between: [waw, fra], add: 20ms}", section::latency));
        kinds.put("partition", section.fault("{isolate: waw, from: 1s, to: 2s}", section::partition));
        kinds.put("kill", section.fault("{node: proxy-waw-1, at: 1s, restart-after: 500ms}", section::kill));
        kinds.put("pause", section.fault("{node: store-waw-1, from: 1s, to: 2s}", section::pause));
        kinds.put("slow-cpu", section.fault("{target: waw, factor: 8, from: 1s, to: 2s}", section::slowCpu));
        return Form.listOf("a list of faults", Tagged.oneOf("fault", kinds));
    }

    /** Reads the keys of one fault; what it returns counts only when all keys were sound. */
    private interface Kind<T> {
        Optional<T> read(Fields fields, Problems problems);
    }

    private <T> Form<T> fault(String example, Kind<T> kind) {
        var form = Form.mapping("a mapping such as " + example);
        return new Form<>(
                form.expected(),
                (node, problems) -> form.read(node, problems)
                        .flatMap(mapping -> kind.read(new Fields(mapping, problems), problems)));
    }

    private Optional<FaultSpec.Latency> latency(Fields fields, Problems problems) {
        var between = fields.required("between", twoRegions());
        var add = fields.required("add", Quantities.DURATION);
        var jitter = fields.optional("jitter", Quantities.DURATION).orElse(Duration.ZERO);
        var window = Window.read(fields, world, problems);
        return fields.sound()
                ? Optional.of(new FaultSpec.Latency(
                        between.orElseThrow(), add.orElseThrow(), jitter, window.from(), window.to()))
                : Optional.empty();
    }

    private Form<List<String>> twoRegions() {
        var set = Form.setOf(TWO_REGIONS, region);
        return new Form<>(TWO_REGIONS, (node, problems) -> {
            if (node instanceof YamlNode.Sequence(var at, var items) && items.size() != 2) {
                problems.report(at, "a list of " + items.size(), TWO_REGIONS);
                return Optional.empty();
            }
            return set.read(node, problems);
        });
    }

    private Optional<FaultSpec.Partition> partition(Fields fields, Problems problems) {
        var isolate = fields.required("isolate", region);
        var window = Window.read(fields, world, problems);
        return fields.sound()
                ? Optional.of(new FaultSpec.Partition(isolate.orElseThrow(), window.from(), window.to()))
                : Optional.empty();
    }

    private Optional<FaultSpec.Kill> kill(Fields fields, Problems problems) {
        var name = fields.required("node", node);
        var at = fields.required("at", INSTANT);
        var restartAfter = fields.optional("restart-after", Quantities.DURATION);
        var end = world.duration();
        if (at.isPresent() && end.isPresent() && at.get().compareTo(end.get()) >= 0) {
            problems.report(
                    fields.at("at"),
                    "'at' of " + DurationText.format(at.get()),
                    "less than the duration of the scenario, " + DurationText.format(end.get())
                            + World.origin(world.durationAt()));
        }
        return fields.sound()
                ? Optional.of(new FaultSpec.Kill(name.orElseThrow(), at.orElseThrow(), restartAfter))
                : Optional.empty();
    }

    private Optional<FaultSpec.Pause> pause(Fields fields, Problems problems) {
        var name = fields.required("node", node);
        var window = Window.read(fields, world, problems);
        return fields.sound()
                ? Optional.of(new FaultSpec.Pause(name.orElseThrow(), window.from(), window.to()))
                : Optional.empty();
    }

    private Optional<FaultSpec.SlowCpu> slowCpu(Fields fields, Problems problems) {
        var target = fields.required("target", nodeOrRegion);
        var factor = fields.required("factor", FACTOR);
        var window = Window.read(fields, world, problems);
        return fields.sound()
                ? Optional.of(
                        new FaultSpec.SlowCpu(target.orElseThrow(), factor.orElseThrow(), window.from(), window.to()))
                : Optional.empty();
    }
}
