package dev.gridlock.cli;

import dev.gridlock.engine.report.RunText;
import dev.gridlock.engine.run.Progress;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.sut.DurationText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells how runs go: every option before the first run, those that differ before each later one, a line when a run has
 * ended, and where a long run stands. The engine may call from threads whose time is simulated, so those calls only
 * leave a note; a thread of this class prints it.
 */
final class ConsoleProgress implements Progress, AutoCloseable {

    private static final Duration BETWEEN_NOTES = Duration.ofSeconds(5);

    private final Duration betweenNotes;

    private record Advance(Duration at, Duration end) {}

    private final PrintWriter out;
    private final boolean several;
    private final Thread notes;
    private Map<String, String> lastOptions = Map.of();
    private volatile @Nullable Advance advance;

    /**
     * Progress printed to a writer.
     *
     * @param several whether more than one run is to come, so that each needs a line of its own
     */
    ConsoleProgress(PrintWriter out, boolean several) {
        this(out, several, BETWEEN_NOTES);
    }

    /** Progress with another pause between two notes on where a run stands. */
    ConsoleProgress(PrintWriter out, boolean several, Duration betweenNotes) {
        this.out = out;
        this.several = several;
        this.betweenNotes = betweenNotes;
        this.notes = Thread.ofPlatform().daemon().name("progress").start(this::printNotes);
    }

    @Override
    public void starting(Map<String, String> options) {
        if (lastOptions.isEmpty()) {
            out.println("options");
            out.print(RunText.options(options));
        } else {
            out.println(changed(options));
        }
        out.flush();
        lastOptions = new LinkedHashMap<>(options);
    }

    private String changed(Map<String, String> options) {
        return options.entrySet().stream()
                .filter(option -> !option.getValue().equals(lastOptions.get(option.getKey())))
                .map(option -> option.getKey() + " " + option.getValue())
                .collect(Collectors.joining(", "));
    }

    @Override
    public void advanced(Duration at, Duration end) {
        advance = new Advance(at, end);
    }

    private void printNotes() {
        try {
            while (true) {
                Thread.sleep(betweenNotes);
                var reached = advance;
                if (reached != null) {
                    out.println(note(reached));
                    out.flush();
                }
            }
        } catch (InterruptedException closed) {
            // Closing is the only thing that interrupts this thread, and its end is all that closing wants.
            Thread.currentThread().interrupt();
        }
    }

    private static String note(Advance reached) {
        return reached.at().isNegative()
                ? "  nodes are starting"
                : "  " + DurationText.format(reached.at().truncatedTo(ChronoUnit.MILLIS)) + " of "
                        + DurationText.format(reached.end());
    }

    @Override
    public void ended(RunResult result) {
        advance = null;
        if (several) {
            out.println("  " + result.verdict().wireName()
                    + result.findings().stream()
                            .map(finding ->
                                    finding.kind() + (finding.region().isEmpty() ? "" : " in " + finding.region()))
                            .distinct()
                            .collect(Collectors.joining(", ", ": ", ""))
                            .replaceFirst("^: $", ""));
            out.flush();
        }
    }

    @Override
    public void close() {
        notes.interrupt();
    }
}
