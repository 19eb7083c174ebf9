package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.NearestName;
import dev.gridlock.engine.scenario.SystemSpec;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import dev.gridlock.engine.sut.SettingSpec;
import dev.gridlock.engine.sut.SettingType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The key {@code system}, and the settings of a system wherever they are written. */
final class SystemSection {

    private static final String EXPECTED = "a mapping such as {use: regional-fleet, settings: {}}";
    private static final Form<YamlNode.Mapping> MAPPING = Form.mapping(EXPECTED);
    private static final Form<YamlNode.Mapping> SETTINGS = Form.mapping("a mapping of settings");
    private static final Form<String> TEXT = Form.ofText("a value", scalar -> Parsed.value(scalar.text()));

    private SystemSection() {}

    static Form<SystemSpec> form(List<KnownSystem> systems) {
        return new Form<>(
                EXPECTED,
                (node, problems) -> MAPPING.read(node, problems).flatMap(mapping -> {
                    var fields = new Fields(mapping, problems);
                    var system = fields.required("use", systemOf(systems));
                    var settings =
                            fields.optional("settings", settingsOf(system)).orElse(Map.of());
                    return fields.sound()
                            ? system.map(known -> new SystemSpec(known.id(), settings))
                            : Optional.empty();
                }));
    }

    private static Form<KnownSystem> systemOf(List<KnownSystem> systems) {
        var ids = systems.stream().map(KnownSystem::id).toList();
        var expected = "a system under test: " + (ids.isEmpty() ? "none is installed" : String.join(", ", ids));
        return Form.ofText(
                expected,
                scalar -> systems.stream()
                        .filter(system -> system.id().equals(scalar.text()))
                        .findFirst()
                        .map(Parsed::value)
                        .orElseGet(() -> Parsed.wrong(
                                "unknown system " + scalar.quoted(), expected, NearestName.of(scalar.text(), ids))));
    }

    /** A mapping of settings. While the system is unknown, any key and any text are accepted. */
    static Form<Map<String, String>> settingsOf(Optional<KnownSystem> system) {
        return new Form<>(
                SETTINGS.expected(),
                (node, problems) -> SETTINGS.read(node, problems).map(mapping -> {
                    var settings = new LinkedHashMap<String, String>();
                    for (var entry : mapping.entries()) {
                        if (problems.isFull()) {
                            break;
                        }
                        setting(entry, system, problems)
                                .ifPresent(value -> settings.put(entry.key().text(), value));
                    }
                    return settings;
                }));
    }

    private static Optional<String> setting(YamlNode.Entry entry, Optional<KnownSystem> system, Problems problems) {
        if (system.isEmpty()) {
            return TEXT.read(entry.value(), problems);
        }
        var key = entry.key();
        var spec = system.get().setting(key.text());
        if (spec.isPresent()) {
            return valueOf(spec.get()).read(entry.value(), problems);
        }
        var keys = system.get().settings().stream().map(SettingSpec::key).toList();
        var below = keys.stream()
                .filter(known -> known.startsWith(key.text() + "."))
                .findFirst();
        if (below.isPresent()) {
            problems.report(key.at(), "the setting " + key.quoted(), "whole keys, such as " + below.get());
        } else {
            problems.report(
                    key.at(),
                    "unknown setting " + key.quoted(),
                    "a setting of " + system.get().id() + ": " + String.join(", ", keys),
                    NearestName.of(key.text(), keys));
        }
        return Optional.empty();
    }

    private static Form<String> valueOf(SettingSpec spec) {
        var forKey = " for " + spec.key();
        if (spec.type() instanceof SettingType.Time) {
            return new Form<>(
                    "a duration" + forKey,
                    (node, problems) ->
                            Quantities.DURATION.read(node, problems).flatMap(_ -> TEXT.read(node, problems)));
        }
        return Form.ofText(
                spec.type().expected() + forKey,
                scalar -> spec.problemWith(scalar.text())
                        .map(expected -> Parsed.<String>wrong(
                                scalar.quoted(), expected + forKey, nearestChoice(spec.type(), scalar.text())))
                        .orElseGet(() -> Parsed.value(scalar.text())));
    }

    private static Optional<String> nearestChoice(SettingType type, String given) {
        return type instanceof SettingType.Choice(var choices) ? NearestName.of(given, choices) : Optional.empty();
    }
}
