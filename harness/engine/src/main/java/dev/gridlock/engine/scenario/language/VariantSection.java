package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.FindingPattern;
import dev.gridlock.engine.scenario.Variant;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import dev.gridlock.engine.topology.Topology;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The key {@code variants}: ways to run the scenario, by name, with what each is known to show. */
final class VariantSection {

    private static final Form<YamlNode.Mapping> VARIANTS = Form.mapping("a mapping of variants by name");
    private static final Form<YamlNode.Mapping> VARIANT =
            Form.mapping("a mapping such as {settings: {}, reproduces: [lost-wakeup]}");

    private final Optional<KnownSystem> system;
    private final Form<List<FindingPattern>> findings;

    private VariantSection(Optional<KnownSystem> system, Optional<Topology> topology) {
        this.system = system;
        this.findings = Form.setOf("a list of findings, such as [lost-wakeup, any in waw]", Words.findingIn(topology));
    }

    /** A form of the variants in the order written; a section without any has the one that changes nothing. */
    static Form<Map<String, Variant>> form(Optional<KnownSystem> system, Optional<Topology> topology) {
        var section = new VariantSection(system, topology);
        return new Form<>(
                VARIANTS.expected(),
                (node, problems) -> VARIANTS.read(node, problems).map(mapping -> section.variants(mapping, problems)));
    }

    /** The variants of a scenario that names none. */
    static Map<String, Variant> onlyOne() {
        return Map.of(Variant.ONLY, Variant.only());
    }

    private Map<String, Variant> variants(YamlNode.Mapping mapping, Problems problems) {
        if (mapping.entries().isEmpty()) {
            return onlyOne();
        }
        var variants = new LinkedHashMap<String, Variant>();
        for (var entry : mapping.entries()) {
            if (problems.isFull()) {
                break;
            }
            var name = entry.key();
            if (!Words.isVariantName(name.text())) {
                problems.report(
                        name.at(),
                        "the variant name " + name.quoted(),
                        "letters, digits, dots, dashes, underscores and plus signs, such as parking-lot-0.12.3+pr466a");
            }
            VARIANT.read(entry.value(), problems)
                    .flatMap(body -> variant(name.text(), body, problems))
                    .ifPresent(variant -> variants.put(name.text(), variant));
        }
        return variants;
    }

    private Optional<Variant> variant(String name, YamlNode.Mapping body, Problems problems) {
        var fields = new Fields(body, problems);
        var settings =
                fields.optional("settings", SystemSection.settingsOf(system)).orElse(Map.of());
        var reproduces = fields.optional("reproduces", findings).orElse(List.of());
        var forbids = fields.optional("forbids", findings).orElse(List.of());
        for (var wanted : reproduces) {
            forbids.stream()
                    .filter(forbidden -> includes(forbidden, wanted))
                    .findFirst()
                    .ifPresent(forbidden -> problems.report(
                            fields.at("forbids"),
                            "'" + forbidden + "' forbidden although '" + wanted + "' must be reproduced",
                            "only findings that a run of this variant can do without"));
        }
        return fields.sound() ? Optional.of(new Variant(name, settings, reproduces, forbids)) : Optional.empty();
    }

    /** Whether every finding that the narrow pattern means is meant by the wide one, too. */
    private static boolean includes(FindingPattern wide, FindingPattern narrow) {
        return (wide.kind().isEmpty() || wide.kind().equals(narrow.kind()))
                && (wide.region().isEmpty() || wide.region().equals(narrow.region()));
    }
}
