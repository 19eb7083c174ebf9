package dev.gridlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceDiffCommandTest {

    private static final String HEADER = "gridlock-trace 1 seed 7\n";
    private static final String FIRST = "1\t100\tSTART\ta\t\t1\tab\n";

    @TempDir
    private Path folder;

    @Test
    void equalTracesAreEqual() throws IOException {
        assertThat(compare(HEADER + FIRST, HEADER + FIRST)).isEqualTo(new Session(0, "the traces are equal\n", ""));
    }

    @Test
    void theFirstEventThatDiffersIsNamed() throws IOException {
        var session = compare(
                HEADER + FIRST + "2\t250\tSTEP\ta\t1 main\t2\tcd\n",
                HEADER + FIRST + "2\t260\tSTEP\ta\t1 main\t2\tce\n");

        assertThat(session.exitCode()).isEqualTo(1);
        assertThat(session.out())
                .contains(
                        "event 2 at 250 ns: STEP of a (1 main)", "event 2 at 260 ns", "last event in common: event 1");
    }

    @Test
    void aTraceThatEndsEarlierDiffers() throws IOException {
        var session = compare(HEADER + FIRST, HEADER);

        assertThat(session.exitCode()).isEqualTo(1);
        assertThat(session.out()).contains("the trace ends");
    }

    @Test
    void aFileThatIsNoTraceIsRefused() throws IOException {
        var session = compare(HEADER, "something else\n");

        assertThat(session.exitCode()).isEqualTo(2);
        assertThat(session.err()).contains("b.trace is not a trace: found \"something else\", expected");
    }

    @Test
    void aMissingFileIsRefused() throws IOException {
        var session = Session.of("trace-diff", folder.resolve("none").toString(), folder.toString());

        assertThat(session.exitCode()).isEqualTo(2);
        assertThat(session.err()).contains("found no file");
    }

    @Test
    void aTraceOfSeveralRunsIsRefused() throws IOException {
        var session = Session.of("run", "warsaw", "--seeds", "1..2", "--trace", "x.trace");

        assertThat(session.exitCode()).isEqualTo(2);
        assertThat(session.err()).contains("found --trace without one run to trace");
    }

    private Session compare(String left, String right) throws IOException {
        Path a = Files.writeString(folder.resolve("a.trace"), left);
        Path b = Files.writeString(folder.resolve("b.trace"), right);
        return Session.of("trace-diff", a.toString(), b.toString());
    }
}
