package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.ScenarioSource;
import dev.gridlock.engine.sut.SettingSpec;
import dev.gridlock.engine.sut.SettingType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A system and scenarios that the tests of this package share. */
final class Fixtures {

    /** A system with a setting of each type that messages treat differently. */
    static final KnownSystem FLEET = new KnownSystem(
            "regional-fleet",
            List.of(
                    new SettingSpec(
                            "proxy.lock",
                            new SettingType.Choice(
                                    List.of("parking-lot-0.12.3", "parking-lot-0.12.3+pr466a", "parking-lot-0.12.5")),
                            "parking-lot-0.12.5",
                            "the lock of the catalog"),
                    new SettingSpec(
                            "proxy.loading",
                            new SettingType.Choice(List.of("lazy", "eager")),
                            "lazy",
                            "when applications are loaded"),
                    new SettingSpec(
                            "proxy.write-timeout",
                            new SettingType.Time(),
                            "200us",
                            "how long a lazy load waits for the write lock"),
                    new SettingSpec(
                            "watchdog.interval", new SettingType.Time(), "100ms", "the time between two probes"),
                    new SettingSpec(
                            "watchdog.patience",
                            new SettingType.Whole(1, 100),
                            "3",
                            "how many probes may go unanswered")));

    static final ScenarioReader READER = new ScenarioReader(List.of(FLEET));

    /** Whether golden files are to be written anew. */
    static final boolean REFRESH = Boolean.getBoolean("gridlock.golden.refresh");

    private static final Path RESOURCES = Path.of("src/test/resources/dev/gridlock/engine/scenario/language");

    private Fixtures() {}

    /** Writes a golden file anew, to be read in the diff. */
    static void refresh(String name, String text) throws IOException {
        Files.writeString(RESOURCES.resolve(name), text);
    }

    static Scenario read(String text, String... overrides) throws ScenarioException {
        return READER.parse(source(overrides), text);
    }

    static ScenarioSource source(String... overrides) {
        return new ScenarioSource("scenario.yaml", Path.of("scenario.yaml"), List.of(overrides), "simulator");
    }

    static String base() {
        return resource("base.yaml");
    }

    static String resource(String name) {
        try (var in = Objects.requireNonNull(Fixtures.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
