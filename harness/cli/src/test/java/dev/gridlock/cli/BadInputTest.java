package dev.gridlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.run.Progress;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.UnusableScenarioException;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.sut.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {

    private static final String SOUND = """
            gridlock: 1
            name: sound
            system: {use: toy}
            topology: {regions: {waw: {}}}
            duration: 1s
            """;

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "run | gridlock: Missing required parameter: 'SCENARIO' (see 'gridlock run --help')",
                "run strom | gridlock: found no scenario 'strom', expected a name of the library (puddle, storm) or the"
                        + " path of a scenario file; did you mean 'storm'?",
                "run no/such.yaml | gridlock: found no scenario 'no/such.yaml', expected a name of the library (puddle,"
                        + " storm) or the path of a scenario file",
                "run storm --sed 3 | gridlock: found unknown argument '--sed', expected what 'gridlock run --help' lists;"
                        + " did you mean '--seed'?",
                "run storm --seed x | gridlock: Invalid value for option '--seed': 'x' is not a long (see 'gridlock run"
                        + " --help')",
                "run storm --seed=-1 | gridlock: found --seed -1, expected a seed of 0 or more",
                "run storm --seed 1 --seeds 1..2 | gridlock: found both --seed and --seeds, expected one of them",
                "run storm --backend process --seed 1 | gridlock: found --backend 'process', expected one of simulator,"
                        + " processes, containers; did you mean 'processes'?",
                "run storm --backend processes --variant fixed --seed 1 --trace x | gridlock: found --trace with"
                        + " --backend processes, expected it with the simulator, which alone has traces",
                "explain storm --backend cloud | gridlock: found --backend 'cloud', expected one of simulator, processes,"
                        + " containers",
                "compare storm --backends simulator | gridlock: found --backends 'simulator', expected two different ones or"
                        + " more",
                "compare storm --backends simulator,cloud | gridlock: found --backend 'cloud', expected one of simulator,"
                        + " processes, containers",
                "compare storm --backends simulator,processes --seed=-1 | gridlock: found --seed -1, expected a seed of 0"
                        + " or more",
                "run storm --seeds 5 | gridlock: found --seeds 5, expected the first and the last seed, such as --seeds"
                        + " 1..20",
                "run storm --seeds 5..2 | gridlock: found --seeds 5..2, expected a last seed that is not below the first",
                "run storm --seeds 0..100000 | gridlock: found --seeds 0..100000, expected at most 100000 seeds",
                "run storm --variant brocken | gridlock: found no variant 'brocken' in scenario storm, expected one of"
                        + " broken, fixed; did you mean 'broken'?",
                "run storm --set duration=1 | --set duration=1: found '1' without a unit, expected a duration such as 1s"
                        + " (units: ns, us, ms, s, m, h)",
                "explain storm --set duratoin=1s | --set duratoin=1s: found unknown key 'duratoin', expected one of the"
                        + " keys gridlock, name, title, about, system, topology, duration, quiesce, workload, faults,"
                        + " expect, variants, backends, search; did you mean 'duration'?",
                "run storm fixed | gridlock: found unknown argument 'fixed', expected what 'gridlock run --help' lists",
                "rum storm | gridlock: found unknown argument 'rum', expected what 'gridlock --help' lists; did you mean"
                        + " 'run'?"
            })
    void endsWith2AndOneMessage(String line, String message) throws IOException {
        assertRefused(message, line.split(" ", -1));
    }

    @Test
    void aBrokenFileEndsWith2AndTheMessageOfItsFirstProblem() throws IOException {
        var file = write(
                "broken.yaml", SOUND.replace("duration: 1s", "duratoin: -1s").replace("waw", "wav"));

        assertRefused(
                file + ":4:22: found unknown region 'wav', expected the code of one of the 49 built-in regions, such as"
                        + " waw, fra or iad; did you mean 'waw'? (and 1 more problem)",
                "run",
                file);
    }

    @Test
    void anEmptyFileAHugeFileAndABinaryFileEndWith2AndAMessage() throws IOException {
        var empty = write("empty.yaml", "");
        var huge = write("huge.yaml", "#\n".repeat(5 << 20));
        var binary = folder.resolve("binary.yaml");
        Files.write(binary, new byte[] {0x7F, 'E', 'L', 'F', 2, 1, 1, 0, (byte) 0xFF});

        assertRefused(
                empty + ":1:1: found an empty file, expected a scenario that begins with 'gridlock: 1'", "run", empty);
        assertRefused(huge + ":1:1: found more than 1 MiB, expected a scenario of at most 1 MiB", "run", huge);
        assertRefused(
                binary + ":1:1: found the control character U+007F (a binary file?), expected a scenario as UTF-8 text",
                "run",
                binary.toString());
    }

    @Test
    void aFolderWithAScenarioIsRunAndOneWithoutIsRefused() throws IOException {
        write("scenario.yaml", SOUND);

        assertThat(Session.of("run", folder.toString(), "--seed", "1").exitCode())
                .isZero();
        Files.delete(folder.resolve("scenario.yaml"));
        assertRefused(
                "gridlock: found the folder '" + folder + "' without a scenario.yaml, expected a scenario in it",
                "run",
                folder.toString());
    }

    @Test
    void aScenarioThatTheEngineRefusesEndsWith2() throws IOException {
        var session = Session.of(
                failing(new UnusableScenarioException("the workload is too large")),
                Optional.empty(),
                false,
                "run",
                "storm",
                "--seed",
                "1");

        assertThat(session).isEqualTo(new Session(2, "", "gridlock: the workload is too large\n"));
    }

    @Test
    void aMachineThatCannotRunItEndsWith3() throws IOException {
        var session = Session.of(
                failing(new EnvironmentException("no native library")),
                Optional.empty(),
                false,
                "run",
                "storm",
                "--seed",
                "1");

        assertThat(session).isEqualTo(new Session(3, "", "gridlock: no native library\n"));
    }

    @Test
    void aMistakeOfOursEndsWith3AndOneLineAndShowsItsStackOnDemand() throws IOException {
        for (var mistake : new Throwable[] {new IllegalStateException("a\nb"), new StackOverflowError("a\nb")}) {
            var quiet = Session.of(failing(mistake), Optional.empty(), false, "run", "storm", "--seed", "1");
            var loud = Session.of(failing(mistake), Optional.empty(), true, "run", "storm", "--seed", "1");

            assertThat(quiet.exitCode()).isEqualTo(3);
            assertThat(quiet.err())
                    .startsWith("gridlock: internal error in '")
                    .endsWith(mistake.getClass().getName() + ": a b (GRIDLOCK_DEBUG=1 shows the stack)\n");
            assertThat(quiet.err().lines()).hasSize(1);
            assertThat(loud.exitCode()).isEqualTo(3);
            assertThat(loud.err()).contains("\tat dev.gridlock.cli.BadInputTest");
        }
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static void assertRefused(String message, String... args) throws IOException {
        var session = Session.of(args);

        assertThat(session).as(Arrays.toString(args)).isEqualTo(new Session(2, "", message + "\n"));
    }

    private static Engine failing(Throwable failure) {
        return new ToyEngine() {
            @Override
            public RunResult run(
                    Scenario scenario, String variant, long seed, Optional<Path> trace, Progress progress) {
                switch (failure) {
                    case RuntimeException exception -> throw exception;
                    case Error error -> throw error;
                    default -> throw new AssertionError(failure);
                }
            }
        };
    }
}
