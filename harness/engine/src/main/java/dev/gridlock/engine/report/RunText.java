package dev.gridlock.engine.report;

import dev.gridlock.engine.finding.TimeText;
import dev.gridlock.engine.run.FaultOutcome;
import dev.gridlock.engine.run.LoadSummary;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.witness.Sighting;
import java.util.Locale;
import java.util.Map;

/** One run as text for a terminal. */
public final class RunText {

    private RunText() {}

    /** Every option of a run, one a line, for printing before it starts. */
    public static String options(Map<String, String> options) {
        int width = options.keySet().stream().mapToInt(String::length).max().orElse(0);
        var text = new StringBuilder();
        options.forEach((name, value) -> text.append("  ")
                .append(name)
                .append(" ".repeat(width - name.length() + 2))
                .append(value)
                .append('\n'));
        return text.toString();
    }

    /**
     * The result: verdict, load, expectations, missing evidence, the story of each incident, and a block for each
     * finding. The last line is the command that repeats the run.
     */
    public static String of(RunResult run) {
        var text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%s: %s, seed %d: %s (%s)\n",
                run.scenario(),
                run.variant(),
                run.seed(),
                run.verdict().wireName(),
                duration(run)));
        load(text, "updates", run.load().updates());
        load(text, "requests", run.load().requests());
        if (run.load().requests().ok() > 0) {
            text.append("  latency of served requests: median ")
                    .append(TimeText.length(run.load().requestMedian()))
                    .append(", 99% within ")
                    .append(TimeText.length(run.load().requestP99()))
                    .append(", longest ")
                    .append(TimeText.length(run.load().requestMax()))
                    .append('\n');
        }
        var propagation = run.measured().propagation();
        if (propagation.count() > 0) {
            text.append("  propagation from store to store: median ")
                    .append(TimeText.length(propagation.median()))
                    .append(", 99% within ")
                    .append(TimeText.length(propagation.p99()))
                    .append(", longest ")
                    .append(TimeText.length(propagation.max()))
                    .append('\n');
        }
        run.expectations()
                .forEach(expectation -> text.append(expectation.holds() ? "  holds: " : "  does not hold: ")
                        .append(expectation.text())
                        .append(" (")
                        .append(expectation.detail())
                        .append(")\n"));
        run.faults().forEach(fault -> text.append(of(fault)));
        run.missing()
                .forEach(missing ->
                        text.append("  missing evidence: ").append(missing).append('\n'));
        Narrative.of(run.findings())
                .forEach(paragraph -> text.append('\n').append(paragraph).append('\n'));
        for (var finding : run.findings()) {
            text.append('\n').append(FindingBlock.of(finding, run.repeatCommand()));
        }
        if (run.findings().isEmpty()) {
            text.append(run.repeatCommand()).append('\n');
        }
        return text.toString();
    }

    private static String duration(RunResult run) {
        return run.traceHash().isEmpty()
                ? "on " + run.backend() + " for " + TimeText.length(run.simulated())
                : String.format(
                        Locale.ROOT,
                        "%s simulated in %s, %,d steps, trace %s",
                        TimeText.length(run.simulated()),
                        TimeText.length(run.wall()),
                        run.steps(),
                        run.traceHash());
    }

    /** The fault with its receipts; what is missing of them is told with the other missing evidence. */
    private static String of(FaultOutcome fault) {
        var text = new StringBuilder("  fault " + fault.number() + ": " + fault.fault() + '\n');
        fault.inForce()
                .filter(Sighting::seen)
                .ifPresent(seen -> text.append("    in force, seen at ")
                        .append(TimeText.instant(seen.at()))
                        .append(": ")
                        .append(seen.what())
                        .append('\n'));
        fault.gone()
                .filter(Sighting::seen)
                .ifPresent(seen -> text.append("    undone, seen at ")
                        .append(TimeText.instant(seen.at()))
                        .append(": ")
                        .append(seen.what())
                        .append('\n'));
        return text.toString();
    }

    private static void load(StringBuilder text, String what, LoadSummary.Counts counts) {
        if (counts.total() > 0) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %s: %,d, of which %,d ok, %,d failed, %,d without an answer\n",
                    what,
                    counts.total(),
                    counts.ok(),
                    counts.failed(),
                    counts.indeterminate()));
        }
    }
}
