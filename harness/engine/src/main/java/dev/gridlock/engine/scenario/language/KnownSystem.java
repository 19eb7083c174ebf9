package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.sut.SettingSpec;
import dev.gridlock.engine.sut.SystemUnderTest;
import java.util.List;
import java.util.Optional;

/**
 * A system under test as the language sees it: a name and settings.
 *
 * @param id the name that {@code use} gives
 * @param settings in the order that messages list them
 */
public record KnownSystem(String id, List<SettingSpec> settings) {

    /** Copies the list. */
    public KnownSystem {
        settings = List.copyOf(settings);
    }

    /** What the language needs of a system under test. */
    public static KnownSystem of(SystemUnderTest system) {
        return new KnownSystem(system.id(), system.settings());
    }

    /** The setting with that key. */
    public Optional<SettingSpec> setting(String key) {
        return settings.stream().filter(setting -> setting.key().equals(key)).findFirst();
    }
}
