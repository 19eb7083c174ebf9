package dev.gridlock.engine.report;

import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.TimeText;
import dev.gridlock.engine.run.FaultOutcome;
import dev.gridlock.engine.run.LoadSummary;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.witness.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs of one variant and seed on several backends, side by side, and where they part. */
public final class ComparisonText {

    private static final String NONE = "-";

    private ComparisonText() {}

    /** The table, then a line for each thing in which the runs part, or one that says that they do not. */
    public static String of(List<RunResult> runs) {
        var titles = Stream.concat(Stream.of(""), runs.stream().map(RunResult::backend))
                .toArray(String[]::new);
        var table = new TextTable(titles);
        row(table, runs, "verdict", run -> run.verdict().wireName());
        row(table, runs, "findings", run -> String.join(", ", kinds(run)));
        row(table, runs, "updates acknowledged", run -> share(run.load().updates()));
        row(
                table,
                runs,
                "propagation, median",
                run -> propagation(run, run.measured().propagation()::median));
        row(
                table,
                runs,
                "propagation, 99%",
                run -> propagation(run, run.measured().propagation()::p99));
        row(
                table,
                runs,
                "all agreed after",
                run -> run.measured().agreedAfter().map(TimeText::length).orElse(NONE));
        row(table, runs, "requests served", run -> share(run.load().requests()));
        row(table, runs, "latency, median", run -> TimeText.length(run.load().requestMedian()));
        row(table, runs, "latency, 99%", run -> TimeText.length(run.load().requestP99()));
        int faults = runs.stream().mapToInt(run -> run.faults().size()).max().orElse(0);
        IntStream.range(0, faults).forEach(index -> {
            int number = index + 1;
            row(table, runs, "fault " + number + ", seen", run -> fault(run, number, ComparisonText::seen));
            row(table, runs, "  served meanwhile", run -> during(run, number, load -> share(load.requests())));
            row(table, runs, "  latency, 99%", run -> during(run, number, load -> TimeText.length(load.requestP99())));
        });
        return table.text() + "\n" + String.join("\n", partings(runs)) + "\n";
    }

    /** Whether verdicts, kinds of findings, or faults that were seen differ. */
    public static boolean part(List<RunResult> runs) {
        return !differences(runs).isEmpty();
    }

    private static void row(TextTable table, List<RunResult> runs, String title, Function<RunResult, String> cell) {
        table.row(Stream.concat(Stream.of(title), runs.stream().map(cell)).toArray(String[]::new));
    }

    private static String propagation(RunResult run, Supplier<Duration> length) {
        return run.measured().propagation().count() == 0 ? NONE : TimeText.length(length.get());
    }

    private static String share(LoadSummary.Counts counts) {
        return counts.ok() + "/" + counts.total();
    }

    private static Set<String> kinds(RunResult run) {
        var kinds = run.findings().stream()
                .map(Finding::kind)
                .map(Object::toString)
                .collect(Collectors.toCollection(TreeSet::new));
        if (kinds.isEmpty()) {
            kinds.add("none");
        }
        return kinds;
    }

    private static String fault(RunResult run, int number, Function<FaultOutcome, String> cell) {
        return run.faults().stream()
                .filter(fault -> fault.number() == number)
                .findFirst()
                .map(cell)
                .orElse(NONE);
    }

    private static String seen(FaultOutcome fault) {
        boolean came = fault.inForce().map(Sighting::seen).orElse(false);
        boolean went =
                fault.ended().isEmpty() || fault.gone().map(Sighting::seen).orElse(false);
        return came && went ? "yes" : came ? "not to end" : "no";
    }

    private static String during(RunResult run, int number, Function<LoadSummary, String> cell) {
        return run.measured().duringFaults().stream()
                .filter(during -> during.number() == number)
                .findFirst()
                .map(during -> cell.apply(during.load()))
                .orElse(NONE);
    }

    private static List<String> partings(List<RunResult> runs) {
        var differences = differences(runs);
        return differences.isEmpty()
                ? List.of("They agree on the verdict, the kinds of findings and the faults that were seen.")
                : differences;
    }

    private static List<String> differences(List<RunResult> runs) {
        var differences = new ArrayList<String>();
        difference(runs, "the verdict", run -> run.verdict().wireName()).ifPresent(differences::add);
        difference(runs, "the findings", run -> String.join(", ", kinds(run))).ifPresent(differences::add);
        difference(
                        runs,
                        "the faults that were seen",
                        run -> run.faults().stream()
                                .map(fault -> fault.number() + " " + seen(fault))
                                .collect(Collectors.joining(", ")))
                .ifPresent(differences::add);
        return differences;
    }

    private static Optional<String> difference(List<RunResult> runs, String what, Function<RunResult, String> of) {
        if (runs.stream().map(of).distinct().count() < 2) {
            return Optional.empty();
        }
        return Optional.of("They part in " + what + ": "
                + runs.stream().map(run -> run.backend() + " " + of.apply(run)).collect(Collectors.joining("; "))
                + ".");
    }
}
