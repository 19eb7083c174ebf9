package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.SimulationOptions;
import dev.gridlock.simulator.TraceDiff;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of runs, and what tells two of them apart. */
@SuppressWarnings("AddressSelection") // a node has one address
class TraceTest {
    private static final Duration LONG = Duration.ofHours(1);

    @TempDir
    private Path directory;

    private Path trace(String name, long seed, Program program) {
        Path file = directory.resolve(name);
        try (World world = new World(SimulationOptions.of(seed).withTrace(file))) {
            world.node("fra").start(() -> {
                try (ServerSocket server = new ServerSocket(7000);
                        Socket socket = server.accept()) {
                    System.out.println("got " + socket.getInputStream().read());
                }
            });
            world.node("waw").start(program);
            world.run(LONG);
        }
        return file;
    }

    private static Program client(String says) {
        return () -> {
            Thread.sleep(10);
            try (Socket socket = new Socket("fra", 7000)) {
                System.out.println(says);
                socket.getOutputStream().write(1);
            }
        };
    }

    @Test
    void aTraceHasALineForEachEvent() throws IOException {
        List<String> lines = Files.readAllLines(trace("a", 5, client("hello\tthere\rfriend")));
        assertThat(lines.getFirst()).isEqualTo("gridlock-trace 1 seed 5");
        assertThat(lines.subList(1, lines.size()))
                .allMatch(line -> line.split("\t", -1).length == 7)
                .anyMatch(line -> line.contains("\tSTART\twaw\t"))
                .anyMatch(line -> line.contains("\tSTEP\twaw\t2 main\t"))
                .anyMatch(line -> line.contains("\tTIMER\twaw\t"))
                .anyMatch(line -> line.contains("\tNETWORK\t"))
                .anyMatch(line -> line.contains("\tOUTPUT\twaw\thello there friend\t"))
                .anyMatch(line -> line.contains("\tEXIT\tfra\t"));
        for (int i = 1; i < lines.size(); i++) {
            assertThat(lines.get(i)).startsWith(i + "\t");
        }
    }

    @Test
    void equalRunsHaveEqualTraces() throws IOException {
        Path one = trace("one", 5, client("hello"));
        Path two = trace("two", 5, client("hello"));
        assertThat(TraceDiff.firstDivergence(one, two)).isEmpty();
        assertThat(one).hasSameTextualContentAs(two);
    }

    @Test
    void theFirstDivergingEventIsNamed() throws IOException {
        Path one = trace("one", 5, client("hello"));
        Path two = trace("two", 5, client("hallo"));
        assertThat(TraceDiff.firstDivergence(one, two).orElseThrow())
                .contains("one: event ")
                .contains("OUTPUT of waw (hello)")
                .contains("OUTPUT of waw (hallo)")
                .contains("last event in common: event ")
                .contains(" draws, hash ");
    }

    @Test
    void anotherSeedDivergesAtItsFirstDraw() throws IOException {
        Path one = trace("one", 5, client("hello"));
        Path two = trace("two", 6, client("hello"));
        assertThat(TraceDiff.firstDivergence(one, two).orElseThrow()).contains("last event in common: none");
    }

    @Test
    void aTraceThatEndsEarlyDivergesThere() throws IOException {
        Path one = trace("one", 5, client("hello"));
        List<String> lines = Files.readAllLines(one);
        Path cut = Files.write(directory.resolve("cut"), lines.subList(0, lines.size() - 1));
        assertThat(TraceDiff.firstDivergence(one, cut).orElseThrow()).contains("the trace ends");
        assertThat(TraceDiff.firstDivergence(cut, one).orElseThrow()).contains("the trace ends");
    }

    @Test
    void aFileThatIsNoTraceIsRefused() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "something else\n");
        assertThatThrownBy(() -> TraceDiff.firstDivergence(other, other))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not a trace: found \"something else\"");
        Path empty = Files.writeString(directory.resolve("empty"), "");
        assertThatThrownBy(() -> TraceDiff.firstDivergence(empty, empty)).isInstanceOf(IOException.class);
    }

    @Test
    void aTraceThatCannotBeWrittenIsReportedAtTheStart() {
        Path nowhere = directory.resolve("no").resolve("such").resolve("directory");
        assertThatThrownBy(() -> new World(SimulationOptions.of(1).withTrace(nowhere)))
                .isInstanceOf(java.io.UncheckedIOException.class)
                .hasMessageContaining("cannot write the trace " + nowhere);
    }
}
