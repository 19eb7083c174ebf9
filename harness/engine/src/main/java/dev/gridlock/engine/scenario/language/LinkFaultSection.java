package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.Way;
import dev.gridlock.engine.fault.Ways;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import dev.gridlock.engine.topology.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Faults of the links between regions. */
final class LinkFaultSection {

    private static final String TWO_REGIONS = "a list of two different regions, such as [waw, fra]";
    private static final int MOST_FLAPS = 1_000;

    /** Ways, and how they read. */
    private record Scope(List<Way> ways, String where) {}

    private final World world;
    private final Form<String> region;
    private final List<String> regions;

    LinkFaultSection(World world) {
        this.world = world;
        this.region = Words.regionOf(world.topology());
        this.regions = world.topology().map(Topology::codes).orElse(List.of());
    }

    void addTo(Map<String, Form<? extends List<Fault>>> kinds) {
        kinds.put("latency", hurt("{between: [waw, fra], add: 20ms}", fields -> {
            var add = fields.required("add", Quantities.DURATION);
            var jitter = fields.optional("jitter", Quantities.DURATION).orElse(Duration.ZERO);
            return add.map(known -> new LinkEffect.Delay(known, jitter));
        }));
        kinds.put("partition", FaultSection.fault("{isolate: waw, from: 1s, to: 2s}", (fields, problems) -> {
            var scope = fields.requiredOneOf(shapes());
            return faults(fields, problems, scope, Optional.of(new LinkEffect.Cut()));
        }));
        kinds.put(
                "black-hole",
                hurt("{around: waw, from: 1s, to: 2s}", fields -> Optional.of(new LinkEffect.BlackHole())));
        kinds.put(
                "reset",
                hurt("{between: [waw, fra], from: 1s, to: 2s}", fields -> Optional.of(new LinkEffect.Reset())));
        kinds.put(
                "bandwidth",
                hurt(
                        "{around: waw, limit: 64kB/s}",
                        fields -> fields.required("limit", Quantities.BANDWIDTH).map(LinkEffect.Bandwidth::new)));
        kinds.put("slicer", hurt("{around: waw, bytes: 64, delay: 1ms}", fields -> {
            var bytes = fields.required("bytes", Quantities.whole("bytes", 1, 65_536));
            var delay = fields.required("delay", Quantities.POSITIVE_DURATION);
            return bytes.flatMap(size -> delay.map(apart -> new LinkEffect.Slices(size, apart)));
        }));
    }

    /** A fault with a scope, an effect and a window. */
    private Form<List<Fault>> hurt(String example, Function<Fields, Optional<? extends LinkEffect>> effect) {
        return FaultSection.fault(example, (fields, problems) -> {
            var scope = fields.requiredOneOf(scopes());
            return faults(fields, problems, scope, effect.apply(fields));
        });
    }

    private Optional<List<Fault>> faults(
            Fields fields, Problems problems, Optional<Scope> scope, Optional<? extends LinkEffect> effect) {
        var window = Window.read(fields, world, problems);
        var flap = fields.optional("flap", Quantities.POSITIVE_DURATION);
        flap.filter(period -> flaps(window, period) > MOST_FLAPS)
                .ifPresent(period -> problems.report(
                        fields.at("flap"), "a flap that comes more than " + MOST_FLAPS + " times", "a longer one"));
        return fields.sound()
                ? Optional.of(windows(window, flap).stream()
                        .<Fault>map(part -> new LinkFault(
                                effect.orElseThrow(),
                                scope.orElseThrow().ways(),
                                scope.orElseThrow().where(),
                                part.from(),
                                part.to()))
                        .toList())
                : Optional.empty();
    }

    private static long flaps(Window window, Duration period) {
        return window.to().minus(window.from()).dividedBy(period) + 1;
    }

    /** A flapping fault is in force for the first half of each period. */
    private static List<Window> windows(Window whole, Optional<Duration> flap) {
        if (flap.isEmpty()) {
            return List.of(whole);
        }
        var period = flap.get();
        var windows = new ArrayList<Window>();
        for (var from = whole.from(); from.compareTo(whole.to()) < 0; from = from.plus(period)) {
            var end = from.plus(period.dividedBy(2));
            windows.add(new Window(from, end.compareTo(whole.to()) < 0 ? end : whole.to()));
        }
        return windows;
    }

    private Map<String, Form<Scope>> scopes() {
        var scopes = new LinkedHashMap<String, Form<Scope>>();
        scopes.put(
                "between",
                mapped(
                        twoRegions(),
                        two -> new Scope(
                                Ways.between(two.getFirst(), two.getLast()), "between " + String.join(" and ", two))));
        scopes.put("one-way", oneWay());
        scopes.put("around", around("around "));
        return scopes;
    }

    private Map<String, Form<Scope>> shapes() {
        var shapes = new LinkedHashMap<String, Form<Scope>>();
        shapes.put("isolate", around("of "));
        shapes.put("split", split());
        shapes.put("ring", ring());
        shapes.put("one-way", oneWay());
        return shapes;
    }

    private Form<Scope> oneWay() {
        return mapped(
                twoRegions(),
                two -> new Scope(
                        List.of(new Way(two.getFirst(), two.getLast())),
                        "from " + two.getFirst() + " to " + two.getLast()));
    }

    private Form<Scope> around(String preposition) {
        return new Form<>(
                region.expected(),
                (node, problems) -> region.read(node, problems).flatMap(code -> {
                    if (regions.size() == 1) {
                        problems.report(
                                node.at(), "a topology of one region", "another region that " + code + " has links to");
                        return Optional.empty();
                    }
                    // Without a topology nothing can be said of its links, and the topology's own problem is reported.
                    return regions.isEmpty()
                            ? Optional.empty()
                            : Optional.of(new Scope(Ways.around(code, regions), preposition + code));
                }));
    }

    private Form<Scope> split() {
        var expected = "two or more lists of regions, such as [[waw, fra], [iad, nrt]]";
        var groups = Form.listOf(expected, Form.setOf("a list of regions, such as [waw, fra]", region));
        return new Form<>(expected, (node, problems) -> {
            int before = problems.count();
            var read = groups.read(node, problems);
            if (read.isEmpty() || problems.count() > before) {
                return Optional.empty();
            }
            var ways = Ways.split(read.get());
            if (ways.isEmpty()) {
                problems.report(node.at(), "a split that cuts no link", expected);
                return Optional.empty();
            }
            return Optional.of(new Scope(
                    ways,
                    "between "
                            + read.get().stream()
                                    .map(group -> String.join("+", group))
                                    .collect(Collectors.joining(" and "))));
        });
    }

    private Form<Scope> ring() {
        var expected = "a list of four or more different regions, such as [waw, fra, iad, nrt]";
        var circle = Form.setOf(expected, region);
        return new Form<>(expected, (node, problems) -> {
            if (node instanceof YamlNode.Sequence(var at, var items) && items.size() < 4) {
                problems.report(at, "a list of " + items.size(), expected);
                return Optional.empty();
            }
            int before = problems.count();
            return circle.read(node, problems)
                    .filter(read -> problems.count() == before)
                    .map(read ->
                            new Scope(Ways.ring(read), "of all but neighbours in the ring " + String.join(", ", read)));
        });
    }

    private Form<List<String>> twoRegions() {
        var set = Form.setOf(TWO_REGIONS, region);
        return new Form<>(TWO_REGIONS, (node, problems) -> {
            if (node instanceof YamlNode.Sequence(var at, var items) && items.size() != 2) {
                problems.report(at, "a list of " + items.size(), TWO_REGIONS);
                return Optional.empty();
            }
            int before = problems.count();
            return set.read(node, problems).filter(read -> problems.count() == before);
        });
    }

    private static <T, R> Form<R> mapped(Form<T> form, Function<T, R> mapping) {
        return new Form<>(
                form.expected(), (node, problems) -> form.read(node, problems).map(mapping));
    }
}
