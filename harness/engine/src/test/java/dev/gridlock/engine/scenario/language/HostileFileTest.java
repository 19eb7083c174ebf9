package dev.gridlock.engine.scenario.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.yaml.SourceText;
import dev.gridlock.engine.topology.Regions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files made to hurt: none may cost more than a second or end in anything but a scenario or its problems. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HostileFileTest {

    /** Of processor time, so that a busy machine makes no difference. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int MUTATIONS = 5_000;
    private static final long SEED = 20_241_016;

    /** Pieces that mean something to YAML or to the language. */
    private static final List<String> PIECES = List.of(
            "[",
            "]",
            "{",
            "}",
            ":",
            ": ",
            ",",
            "-",
            "- ",
            "?",
            "? ",
            "#",
            "&a",
            "*a",
            "!!str",
            "!",
            "|",
            ">",
            "|+9",
            "'",
            "\"",
            "%",
            "@",
            "`",
            "\t",
            "\n",
            "\r",
            "\n\n",
            "  ",
            "\\",
            "\\u12",
            "\\xZZ",
            "---",
            "...",
            "%YAML 9.9\n",
            "<<: ",
            "~",
            "null",
            "\u0000",
            "\u0007",
            "\u0085",
            "\u2028",
            "\uFEFF",
            "\uFFFE",
            "🐢",
            "ż",
            "1e309",
            "-1",
            "0",
            "NaN",
            ".inf",
            "99999999999999999999",
            "0x10",
            "1_000",
            "200us",
            "-5s",
            "5",
            "300/s",
            "90%",
            "any",
            "all",
            "waw",
            "in",
            "in waw",
            "duration",
            "rate",
            "{}",
            "[]",
            "a: b");

    static Stream<Arguments> hostileFiles() {
        int full = SourceText.MAX_BYTES;
        return Stream.of(
                Arguments.of("open lists", "[".repeat(full)),
                Arguments.of("open mappings", "{".repeat(full)),
                Arguments.of("nested items", "- ".repeat(full / 2)),
                Arguments.of("nested keys", "? ".repeat(full / 2)),
                Arguments.of("one long key", "a".repeat(full)),
                Arguments.of("one long key with a value", "a".repeat(full - 3) + ": b"),
                Arguments.of("many keys", repeated("k%d: 1\n", full)),
                Arguments.of("many keys near a valid one", repeated("duratio%d: 1\n", full)),
                Arguments.of("many items", "gridlock: 1\nworkload:\n" + repeated("- x%d\n", full - 25)),
                Arguments.of(
                        "many workloads",
                        Fixtures.base()
                                .replace(
                                        "faults:",
                                        repeated("  - requests: {rate: 1/s, regions: all} #%d\n", full / 2)
                                                + "faults:")),
                Arguments.of(
                        "many unknown nodes",
                        widest("faults:\n" + repeated("  - kill: {node: proxy-waw-%d00, at: 0s}\n", full / 2))),
                Arguments.of(
                        "many known nodes",
                        widest("faults:\n" + repeated("  - kill: {node: worker-waw-1, at: 0s} #%d\n", full / 2))),
                Arguments.of(
                        "many unknown regions",
                        "gridlock: 1\ntopology:\n  regions:\n" + repeated("    x%d: {}\n", full - 60)),
                Arguments.of(
                        "anchor bomb",
                        "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b]\n"),
                Arguments.of("alias of itself", "a: &a [*a]\n"),
                Arguments.of("deep block", deepBlock(1_000)),
                Arguments.of("long quoted text", "gridlock: \"" + "x\\n".repeat(full / 3 - 10) + "\""),
                Arguments.of("open quote", "gridlock: \"" + "x".repeat(full - 20)),
                Arguments.of("open quote over many lines", "gridlock: \"" + "x\n".repeat(full / 2 - 20)),
                Arguments.of(
                        "open quote over long lines",
                        "gridlock: \"" + ("x".repeat(9_900) + "\n").repeat(full / 9_901 - 1)),
                Arguments.of("plain text over many lines", "gridlock: x\n" + "  x\n".repeat(full / 4 - 20)),
                Arguments.of(
                        "plain text over long lines",
                        "gridlock: x\n" + ("  " + "x".repeat(9_900) + "\n").repeat(full / 9_903 - 1)),
                Arguments.of("block text over many lines", "gridlock: |\n" + " x\n".repeat(full / 3 - 20)),
                Arguments.of("long keys", ("x".repeat(9_900) + ": 1\n").repeat(full / 9_904)),
                Arguments.of(
                        "lists in long lines",
                        "gridlock:\n" + ("- " + "[".repeat(15) + "]".repeat(15) + "\n").repeat(full / 33 - 1)),
                Arguments.of("comments", "#\n".repeat(full / 2)),
                Arguments.of("blank lines", "\n".repeat(full)),
                Arguments.of("directives", "%TAG ! x\n".repeat(full / 9)),
                Arguments.of("documents", "---\n".repeat(full / 4)),
                Arguments.of("colons", ":".repeat(full)),
                Arguments.of("commas in a list", "[" + ",".repeat(full - 2) + "]"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostileFiles")
    void isDoneWithinASecond(String name, String file) {
        assertHarmless(file);
    }

    @Test
    void fiveThousandMutatedFilesAreReadOrRefusedWithinASecondEach() {
        var random = new SplittableRandom(SEED);
        int refused = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            if (assertHarmless(mutated(Fixtures.base(), random))) {
                refused++;
            }
        }
        // Were nearly all read, or nearly all refused, the mutations would not reach both halves of the reader.
        assertThat(refused).isBetween(MUTATIONS / 2, MUTATIONS - MUTATIONS / 50);
    }

    @Test
    void twoThousandFilesOfRandomBytesAreRefused() {
        var random = new SplittableRandom(SEED);
        for (int i = 0; i < 2_000; i++) {
            var bytes = new byte[1 + random.nextInt(200)];
            random.nextBytes(bytes);
            assertThatThrownBy(() -> Fixtures.READER.read(Fixtures.source(), new ByteArrayInputStream(bytes)))
                    .isInstanceOf(ScenarioException.class);
        }
    }

    @Test
    void aThousandMutatedOverridesAreAcceptedOrRefused() {
        var random = new SplittableRandom(SEED);
        var arguments = List.of(
                "system.settings.proxy.write-timeout=300us",
                "topology.regions.waw={proxies: 3}",
                "workload.0.regions=[waw, fra]",
                "duration=5s");
        for (int i = 0; i < 1_000; i++) {
            var argument = mutated(arguments.get(random.nextInt(arguments.size())), random);
            try {
                assertThat(Fixtures.read(Fixtures.base(), argument).name()).isNotBlank();
            } catch (ScenarioException refused) {
                assertThat(refused.getMessage())
                        .as(argument)
                        .doesNotContain("\n")
                        .contains(": found ", ", expected ");
            }
        }
    }

    /** Whether the file was refused. */
    private static boolean assertHarmless(String file) {
        long start = THREADS.getCurrentThreadCpuTime();
        try {
            var bytes = file.getBytes(StandardCharsets.UTF_8);
            var scenario = Fixtures.READER.read(Fixtures.source(), new ByteArrayInputStream(bytes));
            assertThat(ScenarioText.explain(scenario, List.of(Fixtures.FLEET))).endsWith("\n");
            return false;
        } catch (ScenarioException refused) {
            assertThat(refused.problems()).isNotEmpty().allSatisfy(problem -> {
                assertThat(problem.message()).doesNotContain("\n").hasSizeLessThan(1_000);
                assertThat(problem.at().line()).isPositive();
                assertThat(problem.at().column()).isPositive();
            });
            return true;
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        } finally {
            assertThat(Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - start))
                    .isLessThan(LIMIT);
        }
    }

    private static String mutated(String file, SplittableRandom random) {
        var text = new StringBuilder(file);
        for (int i = random.nextInt(3); i >= 0; i--) {
            mutate(text, random);
        }
        return text.toString();
    }

    private static void mutate(StringBuilder text, SplittableRandom random) {
        int at = random.nextInt(text.length() + 1);
        int end = Math.min(text.length(), at + 1 + random.nextInt(6));
        switch (random.nextInt(7)) {
            case 0 -> text.delete(at, end);
            case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
            case 2 -> text.replace(at, end, PIECES.get(random.nextInt(PIECES.size())));
            case 3 -> text.insert(random.nextInt(text.length() + 1), text.substring(at, end));
            case 4 -> text.insert(at, (char) (32 + random.nextInt(95)));
            case 5 -> text.setLength(random.nextInt(20) == 0 ? at : text.length());
            default -> swapLines(text, random);
        }
    }

    private static void swapLines(StringBuilder text, SplittableRandom random) {
        var lines = new ArrayList<>(text.toString().lines().toList());
        if (lines.size() > 1) {
            lines.add(random.nextInt(lines.size()), lines.remove(random.nextInt(lines.size())));
            text.setLength(0);
            text.append(String.join("\n", lines));
        }
    }

    /** The largest topology there is, with something after it. */
    private static String widest(String after) {
        return """
                gridlock: 1
                name: wide
                system: {use: regional-fleet}
                duration: 1s
                topology:
                  defaults: {stores: 50, proxies: 50}
                  regions:
                """
                + String.join(
                        "",
                        Regions.all().stream()
                                .map(region -> "    " + region.code() + ": {}\n")
                                .toList())
                + after;
    }

    private static String deepBlock(int depth) {
        var text = new StringBuilder();
        for (int i = 0; i < depth; i++) {
            text.append(" ".repeat(i)).append("a:\n");
        }
        return text.toString();
    }

    private static String repeated(String form, int length) {
        var text = new StringBuilder();
        for (int i = 0; text.length() < length - 60; i++) {
            text.append(form.replace("%d", Integer.toString(i)));
        }
        return text.toString();
    }
}
