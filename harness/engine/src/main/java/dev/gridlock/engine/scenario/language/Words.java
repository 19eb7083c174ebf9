package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.scenario.FindingPattern;
import dev.gridlock.engine.scenario.NearestName;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import dev.gridlock.engine.topology.NodeName;
import dev.gridlock.engine.topology.Region;
import dev.gridlock.engine.topology.Regions;
import dev.gridlock.engine.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Forms of names and texts. Those that name something are checked against what there is. */
final class Words {

    /** One line of prose. */
    static final Form<String> LINE = Form.ofText(
            "one line of text",
            scalar -> scalar.text().lines().count() > 1
                    ? Parsed.wrong("several lines", "one line of text")
                    : Parsed.value(scalar.text().strip()));

    /** Prose of any length. */
    static final Form<String> PROSE = Form.ofText("text", scalar -> Parsed.value(scalar.text()));

    /** Name of a scenario. */
    static final Form<String> NAME = named(
            "a name of lower-case letters, digits and dashes, such as warsaw",
            Pattern.compile("[a-z0-9][a-z0-9-]{0,63}"));

    private static final Pattern VARIANT_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+-]{0,63}");
    private static final int MOST_LISTED = 12;

    private Words() {}

    /** Whether a variant may have this name. */
    static boolean isVariantName(String name) {
        return VARIANT_NAME.matcher(name).matches();
    }

    /** Code of a region of the built-in table. */
    static Parsed<Region> builtInRegion(YamlNode.Scalar scalar) {
        return Regions.byCode(scalar.text())
                .map(Parsed::value)
                .orElseGet(() -> Parsed.wrong(
                        "unknown region " + scalar.quoted(),
                        "the code of one of the " + Regions.all().size() + " built-in regions, such as waw, fra or iad",
                        nearestRegion(scalar.text())));
    }

    /** A code by its letters, or by the name of its city. */
    private static Optional<String> nearestRegion(String given) {
        return Regions.all().stream()
                .filter(region -> region.city().equalsIgnoreCase(given))
                .map(Region::code)
                .findFirst()
                .or(() -> NearestName.of(
                        given, Regions.all().stream().map(Region::code).toList()));
    }

    /** Code of a region that the scenario has. Any word is accepted while the topology itself is not known. */
    static Form<String> regionOf(Optional<Topology> topology) {
        return oneOf("region", topology.map(Topology::codes), "a region of the topology");
    }

    /** Name of a node that the scenario has. */
    static Form<String> nodeOf(Optional<Topology> topology) {
        return oneOf("node", topology.map(Words::nodeNames), "a node of the topology");
    }

    /** Name of a node, or code of a region, that the scenario has. */
    static Form<String> nodeOrRegionOf(Optional<Topology> topology) {
        var names = topology.map(known -> {
            var all = new ArrayList<>(known.codes());
            all.addAll(nodeNames(known));
            return List.copyOf(all);
        });
        return oneOf("node or region", names, "a region or node of the topology");
    }

    /** A finding with or without a region. */
    static Form<FindingPattern> findingIn(Optional<Topology> topology) {
        var expected = "a kind of finding such as lost-wakeup, or 'any', or either with a region, such as any in waw";
        return Form.ofText(expected, scalar -> {
            var parts = scalar.text().strip().split("\\s+in\\s+", 2);
            var kind = FindingKind.byName(parts[0]);
            if (kind.isEmpty() && !parts[0].equals(FindingPattern.ANY)) {
                var kinds = new ArrayList<>(FindingKind.wireNames());
                kinds.add(FindingPattern.ANY);
                return Parsed.wrong(
                        "unknown finding " + scalar.quoted(),
                        "one of " + String.join(", ", kinds),
                        NearestName.of(parts[0], kinds));
            }
            if (parts.length == 1) {
                return Parsed.value(new FindingPattern(kind, Optional.empty()));
            }
            var codes = topology.map(Topology::codes);
            if (codes.isPresent() && !codes.get().contains(parts[1])) {
                return Parsed.wrong(
                        "the absent region of " + scalar.quoted(),
                        "a region of the topology: " + listed(codes.get()),
                        NearestName.of(parts[1], codes.get()));
            }
            return Parsed.value(new FindingPattern(kind, Optional.of(parts[1])));
        });
    }

    /** Names for a message; many are cut short. */
    static String listed(List<String> names) {
        return names.size() <= MOST_LISTED
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MOST_LISTED)) + " and " + (names.size() - MOST_LISTED) + " more";
    }

    private static List<String> nodeNames(Topology topology) {
        return topology.nodes().stream().map(NodeName::toString).toList();
    }

    private static Form<String> oneOf(String what, Optional<List<String>> names, String expected) {
        var valid = names.map(Set::copyOf);
        return Form.ofText(expected, scalar -> {
            if (names.isEmpty() || valid.get().contains(scalar.text())) {
                return Parsed.value(scalar.text());
            }
            return Parsed.wrong(
                    "the absent " + what + " " + scalar.quoted(),
                    expected + ": " + listed(names.get()),
                    NearestName.of(scalar.text(), names.get()));
        });
    }

    private static Form<String> named(String expected, Pattern pattern) {
        return Form.ofText(
                expected,
                scalar -> pattern.matcher(scalar.text()).matches()
                        ? Parsed.value(scalar.text())
                        : Parsed.wrong(scalar.quoted(), expected));
    }
}
