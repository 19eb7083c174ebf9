package dev.gridlock.engine.run;

import dev.gridlock.engine.fault.FaultKind;
import dev.gridlock.engine.history.Nodes;
import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.load.LoadSchedule;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.Workload;
import dev.gridlock.engine.sut.DataSet;
import dev.gridlock.engine.sut.SettingSpec;
import dev.gridlock.engine.sut.SystemPlan;
import dev.gridlock.engine.sut.SystemUnderTest;
import dev.gridlock.engine.topology.RegionPlan;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A run made ready: layout, load and every option, all drawn from the seed before anything starts.
 *
 * @param options what was chosen or drawn, by name, in the order for printing
 */
record Preparation(
        Scenario scenario,
        String variant,
        SystemPlan system,
        Nodes nodes,
        DataSet data,
        LoadSchedule load,
        RunPlan plan,
        Map<String, String> options) {

    /** Longest time for all nodes to become ready and for the first data to spread. */
    static final Duration START_LIMIT = Duration.ofSeconds(60);

    static Preparation of(Scenario scenario, String variant, long seed, SystemUnderTest system, Backend backend) {
        refuseUnknownVariant(scenario, variant);
        refuseUnknownFaults(scenario, backend);
        refuseTooMuchLoad(scenario);
        var settings = settings(scenario, variant, system);
        var plan = system.plan(scenario.topology(), settings, backend.addresses());
        var nodes = nodes(plan);
        var streams = new SeededStreams(seed);
        var load = LoadSchedule.draw(scenario.workloads(), plan, streams.stream("load"));
        var runPlan = new RunPlan(
                scenario.name() + "-" + variant + "-" + seed,
                scenario.topology(),
                plan.nodes(),
                scenario.faults(),
                system.schedulingPoints(),
                streams,
                START_LIMIT.plus(scenario.total()).plusSeconds(1));
        var options = new LinkedHashMap<String, String>();
        options.put("scenario", scenario.name());
        options.put("variant", variant);
        options.put("seed", Long.toString(seed));
        options.put("backend", backend.name());
        if (!scenario.note().isEmpty()) {
            options.put("note", scenario.note());
        }
        options.putAll(backend.drawnOptions(runPlan));
        scenario.topology()
                .regions()
                .forEach(region -> options.put("region " + region.region().code(), describe(region)));
        settings.forEach(options::put);
        options.put("updates", describe(load, Operation.Kind.UPDATE));
        options.put("requests", describe(load, Operation.Kind.REQUEST));
        int number = 0;
        for (var fault : scenario.faults()) {
            number++;
            options.put("fault " + number, fault.describe());
        }
        return new Preparation(
                scenario, variant, plan, nodes, LoadSchedule.dataOf(scenario.workloads()), load, runPlan, options);
    }

    boolean hasWorkload(Class<? extends Workload> kind) {
        return scenario.workloads().stream().anyMatch(kind::isInstance);
    }

    private static void refuseUnknownVariant(Scenario scenario, String variant) {
        if (!scenario.variants().containsKey(variant)) {
            throw new UnusableScenarioException(
                    "scenario " + scenario.name() + " has no variant \"" + variant + "\", expected one of "
                            + String.join(", ", scenario.variants().keySet()));
        }
    }

    private static void refuseUnknownFaults(Scenario scenario, Backend backend) {
        for (var fault : scenario.faults()) {
            var kind = fault.kind();
            if (!backend.faults().contains(kind)) {
                throw new UnusableScenarioException("scenario " + scenario.name() + " asks for the fault "
                        + kind.wireName() + ", which backend " + backend.name() + " cannot inject; it can inject "
                        + backend.faults().stream()
                                .map(FaultKind::wireName)
                                .sorted()
                                .collect(Collectors.joining(", ")));
            }
        }
    }

    private static void refuseTooMuchLoad(Scenario scenario) {
        double expected = LoadSchedule.expectedOperations(scenario.workloads());
        if (expected > LoadSchedule.OPERATIONS_MAX) {
            throw new UnusableScenarioException(String.format(
                    Locale.ROOT,
                    "the workload of scenario %s comes to %,.0f operations, expected at most %,d",
                    scenario.name(),
                    expected,
                    LoadSchedule.OPERATIONS_MAX));
        }
    }

    private static Map<String, String> settings(Scenario scenario, String variant, SystemUnderTest system) {
        var asked = scenario.settingsOf(variant);
        var specs = system.settings().stream().collect(Collectors.toMap(SettingSpec::key, spec -> spec));
        asked.forEach((key, value) -> {
            var spec = specs.get(key);
            if (spec == null) {
                throw new UnusableScenarioException("system " + system.id() + " has no setting \"" + key
                        + "\", expected one of "
                        + system.settings().stream().map(SettingSpec::key).collect(Collectors.joining(", ")));
            }
            spec.problemWith(value).ifPresent(expected -> {
                throw new UnusableScenarioException(
                        "setting " + key + " of variant " + variant + " is \"" + value + "\", expected " + expected);
            });
        });
        var complete = new LinkedHashMap<String, String>();
        for (var spec : system.settings()) {
            complete.put(spec.key(), asked.getOrDefault(spec.key(), spec.defaultValue()));
        }
        return complete;
    }

    /** A plan with a node that names one after it cannot be started in order; that is the binding's mistake. */
    private static Nodes nodes(SystemPlan plan) {
        var before = new HashSet<String>();
        for (var node : plan.nodes()) {
            if (!before.containsAll(node.startAfter())) {
                throw new IllegalStateException("node " + node.name() + " starts after " + node.startAfter()
                        + ", which the plan does not list before it");
            }
            before.add(node.name());
        }
        return new Nodes(plan.nodes());
    }

    private static String describe(RegionPlan region) {
        return count(region.stores(), "store") + ", " + count(region.proxies(), "proxy") + ", "
                + count(region.cpus(), "CPU") + " a node, slowdown " + region.slowdown();
    }

    private static String count(int number, String noun) {
        if (number == 1) {
            return "1 " + noun;
        }
        return number + " " + (noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s");
    }

    private static String describe(LoadSchedule load, Operation.Kind kind) {
        var perRegion = load.byRegion().entrySet().stream()
                .map(entry -> Map.entry(
                        entry.getKey(),
                        entry.getValue().stream()
                                .filter(operation -> operation.kind() == kind)
                                .count()))
                .filter(entry -> entry.getValue() > 0)
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return load.count(kind) + (perRegion.isEmpty() ? "" : " (" + perRegion + ")");
    }
}
