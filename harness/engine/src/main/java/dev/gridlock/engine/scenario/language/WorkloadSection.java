package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.Workload;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.Topology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** The key {@code workload}: a list of update storms, new applications and requests. */
final class WorkloadSection {

    private static final String ALL = "all";
    private static final int MOST_APPLICATIONS = 100_000;
    private static final int MOST_MACHINES = 10_000;

    private final World world;

    private WorkloadSection(World world) {
        this.world = world;
    }

    static Form<List<Workload>> form(World world) {
        var section = new WorkloadSection(world);
        var kinds = new LinkedHashMap<String, Form<? extends Workload>>();
        kinds.put("update-storm", mapping("{rate: 300/s, regions: [iad]}", section::updateStorm));
        kinds.put("new-applications", mapping("{rate: 2/s, regions: [iad]}", section::newApplications));
        kinds.put("requests", mapping("{rate: 100/s, regions: all}", section::requests));
        return Form.listOf("a list of workloads", Tagged.oneOf("workload", kinds));
    }

    private static <T> Form<T> mapping(String example, MappingReading<T> reading) {
        var form = Form.mapping("a mapping such as " + example);
        return new Form<>(
                form.expected(),
                (node, problems) -> form.read(node, problems).flatMap(mapping -> reading.read(mapping, problems)));
    }

    private interface MappingReading<T> {
        Optional<T> read(YamlNode.Mapping mapping, Problems problems);
    }

    private Optional<Workload.UpdateStorm> updateStorm(YamlNode.Mapping mapping, Problems problems) {
        var fields = new Fields(mapping, problems);
        var window = Window.read(fields, world, problems);
        var rate = fields.required("rate", Quantities.RATE);
        var regions = fields.required("regions", regions(_ -> true, "region"));
        var applications = fields.optional("applications", Quantities.whole("applications", 1, MOST_APPLICATIONS));
        var machines = fields.optional("machines-per-application", Quantities.whole("machines", 1, MOST_MACHINES));
        return fields.sound()
                ? Optional.of(new Workload.UpdateStorm(
                        window.from(),
                        window.to(),
                        rate.orElseThrow(),
                        regions.orElseThrow(),
                        applications.orElse(1),
                        machines.orElse(1)))
                : Optional.empty();
    }

    private Optional<Workload.NewApplications> newApplications(YamlNode.Mapping mapping, Problems problems) {
        var fields = new Fields(mapping, problems);
        var window = Window.read(fields, world, problems);
        var rate = fields.required("rate", Quantities.RATE);
        var regions = fields.required("regions", regions(_ -> true, "region"));
        return fields.sound()
                ? Optional.of(new Workload.NewApplications(
                        window.from(), window.to(), rate.orElseThrow(), regions.orElseThrow()))
                : Optional.empty();
    }

    private Optional<Workload.Requests> requests(YamlNode.Mapping mapping, Problems problems) {
        var fields = new Fields(mapping, problems);
        var window = Window.read(fields, world, problems);
        var rate = fields.required("rate", Quantities.RATE);
        var regions = fields.required("regions", regions(plan -> plan.proxies() > 0, "region with a proxy"));
        var skew = fields.optional("skew", Quantities.decimal(0, Workload.Requests.SKEW_MAX, "a Zipf exponent"));
        return fields.sound()
                ? Optional.of(new Workload.Requests(
                        window.from(), window.to(), rate.orElseThrow(), regions.orElseThrow(), skew.orElse(0.0)))
                : Optional.empty();
    }

    /** The word {@code all}, for every region that can take the load, or a list of regions that can. */
    private Form<List<String>> regions(Predicate<RegionPlan> takesLoad, String what) {
        var expected = "'all' or a list of regions, such as [iad, waw]";
        var region = new Form<String>(
                "a " + what,
                (node, problems) -> Words.regionOf(world.topology())
                        .read(node, problems)
                        .filter(code -> refusesNobody(code, takesLoad, what, node, problems)));
        var list = Form.setOf(expected, region);
        return new Form<>(expected, (node, problems) -> {
            if (node instanceof YamlNode.Scalar(var at, var text) && text.equals(ALL)) {
                var all = world.topology().map(topology -> able(topology, takesLoad));
                if (all.isPresent() && all.get().isEmpty()) {
                    problems.report(at, "no " + what + " in the topology", "at least one");
                }
                // Without a topology there is a problem already; the word itself is right.
                return all.or(() -> Optional.of(List.of(ALL)));
            }
            return list.read(node, problems).map(codes -> {
                if (node instanceof YamlNode.Sequence(var at, var items) && items.isEmpty()) {
                    problems.report(at, "an empty list", "at least one " + what + ", or the word 'all'");
                }
                return codes;
            });
        });
    }

    private boolean refusesNobody(
            String code, Predicate<RegionPlan> takesLoad, String what, YamlNode node, Problems problems) {
        var plan = world.topology().flatMap(topology -> topology.region(code));
        if (plan.isPresent() && !takesLoad.test(plan.get())) {
            problems.report(
                    node.at(),
                    "the region '" + code + "' without a proxy",
                    "a " + what + ": " + Words.listed(able(world.topology().orElseThrow(), takesLoad)));
            return false;
        }
        return true;
    }

    private static List<String> able(Topology topology, Predicate<RegionPlan> takesLoad) {
        return topology.regions().stream()
                .filter(takesLoad)
                .map(plan -> plan.region().code())
                .toList();
    }
}
