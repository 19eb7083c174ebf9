package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.yaml.YamlNode;
import dev.gridlock.engine.topology.Region;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The key {@code topology}: defaults for every region, and the regions. */
final class TopologySection {

    static final Form<Topology> FORM = new Form<>("a mapping with 'regions'", TopologySection::read);

    private static final Form<YamlNode.Mapping> MAPPING = Form.mapping("a mapping with 'regions'");
    private static final Form<YamlNode.Mapping> SIZES = Form.mapping("a mapping such as {stores: 1, proxies: 2}");
    private static final Form<YamlNode.Mapping> REGIONS =
            Form.mapping("a mapping of region codes, such as {waw: {}, fra: {proxies: 3}}");

    /** None is no choice: the proxies of a region read from a store of their own region. */
    private static final Form<Integer> STORES = Quantities.whole("stores", 1, RegionPlan.MAX_NODES);

    private static final Form<Integer> PROXIES = Quantities.whole("proxies", 0, RegionPlan.MAX_NODES);
    private static final Form<Integer> CPUS = Quantities.whole("CPUs", 1, RegionPlan.MAX_CPUS);
    private static final Form<Double> SLOWDOWN =
            Quantities.decimal(RegionPlan.MIN_SLOWDOWN, RegionPlan.MAX_SLOWDOWN, "a slowdown factor");

    private static final Sizes BUILT_IN = new Sizes(1, 1, 4, 1.0);

    private TopologySection() {}

    /** The numbers of a region. */
    private record Sizes(int stores, int proxies, int cpus, double slowdown) {

        RegionPlan in(Region region) {
            return new RegionPlan(region, stores, proxies, cpus, slowdown);
        }
    }

    private static Optional<Topology> read(YamlNode node, Problems problems) {
        return MAPPING.read(node, problems).flatMap(mapping -> {
            var fields = new Fields(mapping, problems);
            var defaults = fields.optional("defaults", sizes(BUILT_IN)).orElse(BUILT_IN);
            var regions = fields.required("regions", regions(defaults));
            return fields.sound() ? regions.map(Topology::new) : Optional.empty();
        });
    }

    private static Form<Sizes> sizes(Sizes unlessSaid) {
        return new Form<>(
                SIZES.expected(),
                (node, problems) -> SIZES.read(node, problems).flatMap(mapping -> {
                    var fields = new Fields(mapping, problems);
                    var sizes = new Sizes(
                            fields.optional("stores", STORES).orElse(unlessSaid.stores()),
                            fields.optional("proxies", PROXIES).orElse(unlessSaid.proxies()),
                            fields.optional("cpus", CPUS).orElse(unlessSaid.cpus()),
                            fields.optional("slowdown", SLOWDOWN).orElse(unlessSaid.slowdown()));
                    return fields.sound() ? Optional.of(sizes) : Optional.empty();
                }));
    }

    private static Form<List<RegionPlan>> regions(Sizes defaults) {
        return new Form<>(REGIONS.expected(), (node, problems) -> {
            var mapping = REGIONS.read(node, problems);
            if (mapping.isEmpty()) {
                return Optional.empty();
            }
            if (mapping.get().entries().isEmpty()) {
                problems.report(node.at(), "no region", "at least one region, such as {waw: {}}");
                return Optional.empty();
            }
            var plans = new ArrayList<RegionPlan>();
            for (var entry : mapping.get().entries()) {
                if (problems.isFull()) {
                    break;
                }
                var region = region(entry.key(), problems);
                var sizes = sizes(defaults).read(entry.value(), problems);
                region.ifPresent(known -> sizes.ifPresent(counts -> plans.add(counts.in(known))));
            }
            return Optional.of(List.copyOf(plans));
        });
    }

    private static Optional<Region> region(YamlNode.Scalar code, Problems problems) {
        return switch (Words.builtInRegion(code)) {
            case Parsed.Value<Region>(var region) -> Optional.of(region);
            case Parsed.Wrong<Region>(var found, var expected, var nearest) -> {
                problems.report(code.at(), found, expected, nearest);
                yield Optional.empty();
            }
        };
    }
}
