package dev.gridlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"--help", "help", "run --help", "help run", "list --help", "explain --help", "toxiproxy --help"})
    void helpHasExamplesAndEndsWith0(String line) throws IOException {
        var session = Session.of(line.split(" ", -1));

        assertThat(session.exitCode()).isZero();
        assertThat(session.out()).contains("Usage: gridlock", "Example", "  gridlock ");
        assertThat(session.err()).isEmpty();
    }

    @Test
    void theVersionNamesTheCommandAndTheJvm() throws IOException {
        var session = Session.of("--version");

        assertThat(session.exitCode()).isZero();
        assertThat(session.out()).matches("gridlock .* \\(Java 2[5-9].*\\)\\R");
    }

    @Test
    void withoutACommandItSaysSo() throws IOException {
        assertThat(Session.of())
                .isEqualTo(new Session(2, "", "gridlock: Missing required subcommand (see 'gridlock --help')\n"));
    }

    @Test
    void listNamesTheScenariosWithTitlesAndVariants() throws IOException {
        assertThat(Session.of("list")).isEqualTo(new Session(0, """
                        puddle: Nothing much
                          variants: default
                        storm: Much
                          variants: broken, fixed
                        """, ""));
    }

    @Test
    void explainTellsAScenarioInWordsAndWhatItsSettingsMean() throws IOException {
        var session = Session.of("explain", "storm");

        assertThat(session.exitCode()).isZero();
        assertThat(session.out()).startsWith("storm: Much\n").contains("toy.patience = 50ms  (how long it waits)");
    }

    @Test
    void aFolderAddsScenariosAndReplacesThoseOfTheSameName(@TempDir Path folder) throws IOException {
        for (var name : new String[] {"lake", "puddle"}) {
            Files.createDirectory(folder.resolve(name));
            Files.writeString(folder.resolve(name).resolve("scenario.yaml"), """
                    gridlock: 1
                    name: %s
                    title: From the folder
                    system: {use: toy}
                    topology: {regions: {waw: {}}}
                    duration: 1s
                    """.formatted(name));
        }

        var session = Session.of(new ToyEngine(), Optional.of(folder), false, "list");

        assertThat(session.exitCode()).isZero();
        assertThat(session.out())
                .contains("lake: From the folder", "puddle: From the folder", "storm: Much")
                .doesNotContain("Nothing much");
    }
}
