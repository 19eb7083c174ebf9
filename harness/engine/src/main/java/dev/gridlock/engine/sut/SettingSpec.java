package dev.gridlock.engine.sut;

import java.util.Optional;

/**
 * One setting that a system under test understands.
 *
 * @param key the name in scenarios, for example {@code proxy.lock}
 * @param type what values it takes
 * @param defaultValue the value when a scenario sets none; valid for the type
 * @param meaning one line for {@code explain} and the documentation
 */
public record SettingSpec(String key, SettingType type, String defaultValue, String meaning) {

    public SettingSpec {
        var problem = type.problemWith(defaultValue);
        if (problem.isPresent()) {
            throw new IllegalArgumentException(
                    "default of setting " + key + " is \"" + defaultValue + "\", expected " + problem.get());
        }
    }

    /** What was expected instead of this value; empty when the value is fine. */
    public Optional<String> problemWith(String value) {
        return type.problemWith(value);
    }
}
