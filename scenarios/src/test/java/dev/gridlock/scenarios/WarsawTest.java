package dev.gridlock.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job as its user meets it: the command in JVMs of its own, its documents and exit codes. */
class WarsawTest {

    private static final long MINUTES_MAX = 8;

    @TempDir
    private static Path directory;

    private static Answer search;

    /** What one run of the command left behind. */
    private record Answer(int exit, Map<String, Object> document) {
        @SuppressWarnings("unchecked") // the form is documented
        List<Map<String, Object>> runs() {
            return (List<Map<String, Object>>) member(document, "runs");
        }

        List<Map<String, Object>> runs(String variant) {
            return runs().stream()
                    .filter(run -> variant.equals(run.get("variant")))
                    .toList();
        }
    }

    @BeforeAll
    static void searchOnce() throws Exception {
        search = command("run", "warsaw", "--json");
    }

    @Test
    void allIsAsTheScenarioSays() {
        assertThat(search.exit()).isZero();
        assertThat(search.document()).containsEntry("verdict", "pass");
    }

    @Test
    void theBrokenLockIsCorruptedInWarsawAndTheWatchdogRestartsTheProxy() {
        var run = search.runs("parking-lot-0.12.3").getLast();

        assertThat(findings(run))
                .anySatisfy(finding -> {
                    assertThat(finding).containsEntry("kind", "lock-word-corruption");
                    assertThat(finding).containsEntry("region", "waw");
                    assertThat(member(evidence(finding), "word").toString()).startsWith("0xffffffffffffff");
                })
                .anySatisfy(finding -> {
                    assertThat(finding).containsEntry("kind", "watchdog-restart");
                    assertThat(finding).containsEntry("region", "waw");
                    assertThat((List<?>) member(finding, "causedBy")).isNotEmpty();
                });
    }

    @Test
    void theFirstFixAloneLosesAWakeupAndNeverCorrupts() {
        var runs = search.runs("parking-lot-0.12.3+pr466a");

        assertThat(findings(runs.getLast()))
                .anySatisfy(finding -> assertThat(finding).containsEntry("kind", "lost-wakeup"));
        assertThat(runs)
                .allSatisfy(run -> assertThat(findings(run))
                        .noneSatisfy(finding -> assertThat(finding).containsEntry("kind", "lock-word-corruption")));
    }

    @Test
    void theFixedLockShowsNothingOverTheSameSeeds() {
        var runs = search.runs("parking-lot-0.12.5");

        assertThat(runs)
                .isNotEmpty()
                .allSatisfy(run -> assertThat(findings(run)).isEmpty());
    }

    @Test
    void aSeedDoesTheSameInFreshJvms() throws Exception {
        var found = search.runs("parking-lot-0.12.3").getLast();
        String seed = member(found, "seed").toString();

        Answer first = command("run", "warsaw", "--variant", "parking-lot-0.12.3", "--seed", seed, "--json");
        Answer second = command("run", "warsaw", "--variant", "parking-lot-0.12.3", "--seed", seed, "--json");

        assertThat(first.exit()).isEqualTo(1);
        assertThat(first.runs().getFirst().get("traceHash"))
                .isEqualTo(found.get("traceHash"))
                .isEqualTo(second.runs().getFirst().get("traceHash"));
        assertThat(first.runs().getFirst().get("findings"))
                .isEqualTo(second.runs().getFirst().get("findings"));
    }

    @SuppressWarnings("unchecked") // the form is documented
    private static List<Map<String, Object>> findings(Map<String, Object> run) {
        return (List<Map<String, Object>>) member(run, "findings");
    }

    @SuppressWarnings("unchecked") // the form is documented
    private static Map<String, Object> evidence(Map<String, Object> finding) {
        return (Map<String, Object>) member(finding, "evidence");
    }

    private static Object member(Map<String, Object> object, String name) {
        return Objects.requireNonNull(object.get(name), name);
    }

    private static Answer command(String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", ".json");
        Path err = Files.createTempFile(directory, "err", ".txt");
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + agentJar(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:-PrintWarnings",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.gridlock.cli.Gridlock"));
        line.addAll(List.of(arguments));
        Process process = new ProcessBuilder(line)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("no end within " + MINUTES_MAX + " minutes: " + line);
        }
        assertThat(Files.size(out))
                .as("document; said: %s", Files.readString(err))
                .isPositive();
        return new Answer(process.exitValue(), JSON.std.mapFrom(out.toFile()));
    }

    private static String agentJar() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-javaagent:"))
                .map(argument -> argument.substring("-javaagent:".length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the tests run with the agent"));
    }
}
