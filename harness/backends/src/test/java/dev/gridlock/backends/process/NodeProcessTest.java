package dev.gridlock.backends.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gridlock.backends.NodeListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shells of this machine, started, printing, held up and killed. */
class NodeProcessTest {

    private static final String BUSY = "echo ready; while :; do :; done";

    @TempDir
    Path directory;

    private ProcessRecords records = ProcessRecords.in(Path.of(System.getProperty("java.io.tmpdir")));
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<Integer> exit = new CompletableFuture<>();
    private final CompletableFuture<String> firstLine = new CompletableFuture<>();
    private final List<NodeProcess> started = new ArrayList<>();

    @BeforeEach
    void record() {
        records = ProcessRecords.in(directory.resolve("records"));
    }

    @AfterEach
    void killAll() throws InterruptedException {
        for (var process : started) {
            process.kill();
        }
    }

    private NodeProcess shell(String script) throws IOException {
        var process = NodeProcess.start(
                "shell",
                List.of("sh", "-c", script),
                directory,
                records,
                new NodeListener(
                        line -> {
                            told.add("out " + line);
                            firstLine.complete(line);
                        },
                        line -> told.add("err " + line),
                        code -> {
                            told.add("exit " + code);
                            exit.complete(code);
                        }));
        started.add(process);
        return process;
    }

    private int awaitExit() throws Exception {
        return exit.get(20, TimeUnit.SECONDS);
    }

    /** The kernel may take a moment to deliver a signal. */
    private static void awaitStopped(NodeProcess process, boolean stopped) throws InterruptedException {
        for (int look = 0; look < 100 && process.isStopped() != stopped; look++) {
            Thread.sleep(20);
        }
        assertThat(process.isStopped()).isEqualTo(stopped);
    }

    private long recorded() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("records"))) {
            return files.filter(Files::isRegularFile).count();
        }
    }

    @Test
    void whatItPrintsComesBeforeItsEnd() throws Exception {
        var process = shell("echo one; echo two >&2; echo three; exit 134");

        assertThat(awaitExit()).isEqualTo(134);
        assertThat(told).contains("out one", "out three", "err two").endsWith("exit 134");
        assertThat(process.isAlive()).isFalse();
        assertThat(recorded()).isZero();
    }

    @Test
    void aPausedProcessIsStoppedUntilItGoesOnAndCanBeKilledMeanwhile() throws Exception {
        var process = shell(BUSY);
        firstLine.get(20, TimeUnit.SECONDS);
        assertThat(recorded()).isEqualTo(1);

        process.hinder(true, 1);
        awaitStopped(process, true);
        assertThat(process.isAlive()).isTrue();

        process.hinder(false, 1);
        awaitStopped(process, false);

        process.hinder(true, 1);
        process.kill();
        assertThat(awaitExit()).isEqualTo(137);
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void aSlowProcessIsStoppedMostOfTheTime() throws Exception {
        var process = shell(BUSY);
        firstLine.get(20, TimeUnit.SECONDS);
        assertThat(process.slowdown()).isEqualTo(1, within(0.1));

        process.hinder(false, 8);
        assertThat(process.slowdown()).isGreaterThan(Math.sqrt(8));
        awaitStopped(process, false);

        process.hinder(true, 8);
        awaitStopped(process, true);
        process.hinder(false, 8);
        assertThat(process.slowdown()).isGreaterThan(Math.sqrt(8));

        process.hinder(false, 1);
        assertThat(process.slowdown()).isEqualTo(1, within(0.1));
    }

    @Test
    void aSlowProcessThatEndsTakesItsSlownessAlong() throws Exception {
        var process = shell("echo ready; sleep 0.2");
        process.hinder(false, 4);

        assertThat(awaitExit()).isZero();
        process.hinder(false, 1);
        assertThat(process.isAlive()).isFalse();
    }
}
