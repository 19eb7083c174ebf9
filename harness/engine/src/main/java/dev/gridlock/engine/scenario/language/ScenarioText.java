package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.Expectation;
import dev.gridlock.engine.scenario.FindingPattern;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.Variant;
import dev.gridlock.engine.sut.DurationText;
import dev.gridlock.engine.sut.SettingSpec;
import dev.gridlock.engine.topology.Region;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.RoundTrip;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tells in plain words what a scenario is and what a run of it will do. */
public final class ScenarioText {

    private final Scenario scenario;
    private final Optional<KnownSystem> system;
    private final List<String> lines = new ArrayList<>();

    private ScenarioText(Scenario scenario, Optional<KnownSystem> system) {
        this.scenario = scenario;
        this.system = system;
    }

    /**
     * The scenario in words, for a terminal; lines end with a newline.
     *
     * @param systems the systems that the scenario was read with; they tell what settings mean
     */
    public static String explain(Scenario scenario, Collection<KnownSystem> systems) {
        var system = systems.stream()
                .filter(known -> known.id().equals(scenario.system().use()))
                .findFirst();
        return new ScenarioText(scenario, system).text();
    }

    private String text() {
        lines.add(scenario.name() + (scenario.title().equals(scenario.name()) ? "" : ": " + scenario.title()));
        if (!scenario.about().isBlank()) {
            section(List.of(scenario.about().strip().split("\\R")));
        }
        if (!scenario.note().isEmpty()) {
            section(List.of("On " + scenario.source().backend() + ": " + scenario.note()));
        }
        world();
        software();
        timeline();
        passing();
        variants();
        return String.join("\n", lines) + "\n";
    }

    private void section(List<String> paragraph) {
        lines.add("");
        lines.addAll(paragraph);
    }

    private void world() {
        var plans = scenario.topology().regions();
        section(List.of("The world has " + count(plans.size(), "region") + " with "
                + count(scenario.topology().nodes().size(), "node") + ":"));
        for (var plan : plans) {
            lines.add("  %s  %-15s %s"
                    .formatted(plan.region().code(), plan.region().city(), strength(plan)));
        }
        var regions = plans.stream().map(RegionPlan::region).toList();
        if (regions.size() > 1) {
            lines.add(roundTrips(regions));
        }
    }

    private static String strength(RegionPlan plan) {
        var speed = plan.slowdown() == 1
                ? ""
                : plan.slowdown() > 1
                        ? ", " + Quantities.plain(plan.slowdown()) + " times slower than normal"
                        : ", " + Quantities.plain(plan.slowdown()) + " of the normal step time";
        return count(plan.stores(), "store") + ", "
                + (plan.proxies() == 1 ? "1 proxy" : plan.proxies() + " proxies") + ", 1 worker; "
                + count(plan.cpus(), "CPU") + " a node" + speed;
    }

    private static String roundTrips(List<Region> regions) {
        record Way(Region from, Region to, Duration roundTrip) {
            String text() {
                return String.format(
                        Locale.ROOT, "%.0f ms (%s to %s)", roundTrip.toNanos() / 1e6, from.code(), to.code());
            }
        }
        Way shortest = null;
        Way longest = null;
        for (int i = 0; i < regions.size(); i++) {
            for (int j = i + 1; j < regions.size(); j++) {
                var way = new Way(regions.get(i), regions.get(j), RoundTrip.between(regions.get(i), regions.get(j)));
                shortest = shortest == null || way.roundTrip().compareTo(shortest.roundTrip()) < 0 ? way : shortest;
                longest = longest == null || way.roundTrip().compareTo(longest.roundTrip()) > 0 ? way : longest;
            }
        }
        if (shortest == null || longest == null) {
            throw new IllegalArgumentException("round trips need two regions, were " + regions);
        }
        return regions.size() == 2
                ? "A round trip between them takes " + shortest.text() + "."
                : "Round trips take from " + shortest.text() + " to " + longest.text() + ".";
    }

    private void software() {
        section(List.of(
                "Every node runs its part of the system '" + scenario.system().use() + "'."));
        var written = scenario.system().settings();
        if (!written.isEmpty()) {
            lines.add("Settings of the scenario:");
            written.forEach((key, value) -> setting(
                    key, value, system.flatMap(known -> known.setting(key)).map(SettingSpec::meaning)));
        }
        var others = system.map(KnownSystem::settings).orElse(List.of()).stream()
                .filter(spec -> !written.containsKey(spec.key()))
                .toList();
        if (!others.isEmpty()) {
            lines.add("Settings left at their defaults:");
            others.forEach(spec -> setting(spec.key(), spec.defaultValue(), Optional.of(spec.meaning())));
        }
    }

    private void setting(String key, String value, Optional<String> meaning) {
        lines.add("  " + key + " = " + value
                + meaning.map(words -> "  (" + words + ")").orElse(""));
    }

    private void timeline() {
        section(List.of("From the start of a run:"));
        for (var moment : Timeline.of(scenario)) {
            lines.add("  %6s  %s".formatted(DurationText.format(moment.at()), moment.sentence()));
        }
    }

    private void passing() {
        if (scenario.expectations().isEmpty()) {
            section(List.of("Nothing is expected of a run: it passes when it has no finding."));
            return;
        }
        section(List.of("A run passes when"));
        for (var expectation : scenario.expectations()) {
            lines.add("  - " + clause(expectation));
        }
    }

    private static String clause(Expectation expectation) {
        return switch (expectation) {
            case Expectation.NoFinding(var pattern) -> "there is no finding" + of(pattern);
            case Expectation.SomeFinding(var pattern) -> "there is a finding" + of(pattern);
            case Expectation.ServedAtLeast(double fraction) ->
                "at least " + Quantities.plain(Math.round(fraction * 1e6) / 1e4) + " % of the requests are answered";
            case Expectation.Converges(var within) ->
                "all stores and proxies agree at most " + DurationText.format(within) + " after the load ends";
        };
    }

    private static String of(FindingPattern pattern) {
        return pattern.kind().map(kind -> " of " + kind.wireName()).orElse(" of any kind")
                + pattern.region().map(region -> " in " + region).orElse("");
    }

    private void variants() {
        var variants = scenario.variants();
        if (variants.size() == 1 && variants.containsKey(Variant.ONLY)) {
            return;
        }
        section(List.of("The scenario has " + count(variants.size(), "variant") + ":"));
        for (var variant : variants.values()) {
            lines.add("  " + variant.name());
            if (!variant.settings().isEmpty()) {
                lines.add("    sets " + settings(variant.settings()) + ".");
            }
            if (!variant.reproduces().isEmpty()) {
                lines.add("    Some seed must show " + patterns(variant.reproduces(), " and ") + ".");
            }
            if (!variant.forbids().isEmpty()) {
                lines.add("    No seed may show " + patterns(variant.forbids(), " or ") + ".");
            }
        }
        lines.add("A search tries up to " + count(scenario.searchSeeds(), "seed") + " for each variant.");
    }

    private static String settings(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + " to " + setting.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String patterns(List<FindingPattern> patterns, String conjunction) {
        return patterns.stream()
                .map(pattern -> pattern.kind().isPresent() ? pattern.toString() : "any finding" + region(pattern))
                .collect(Collectors.joining(conjunction));
    }

    private static String region(FindingPattern pattern) {
        return pattern.region().map(code -> " in " + code).orElse("");
    }

    /** A number with its noun: {@code 1 store}, {@code 2 stores}, {@code 12,000 updates}. */
    static String count(long number, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
    }
}
