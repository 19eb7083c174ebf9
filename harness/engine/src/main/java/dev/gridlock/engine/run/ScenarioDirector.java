package dev.gridlock.engine.run;

import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.load.HttpCaller;
import dev.gridlock.engine.load.OpenLoopDriver;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Directs one run of a scenario: bring the system up, run load and faults for the scenario's duration, leave it alone
 * for the quiet time and ask meanwhile until all nodes agree. All instants of a scenario count from the start of the
 * load, which is when the system is up and its first data has spread.
 */
final class ScenarioDirector implements Director {

    /** Longest wait of a client for a connection, and then for an answer. */
    static final Duration CLIENT_TIMEOUT = Duration.ofSeconds(1);

    private static final Duration STATE_POLL = Duration.ofMillis(100);
    private static final Duration LOAD_POLL = Duration.ofMillis(5);
    private static final Duration PROGRESS_STEP = Duration.ofMillis(100);

    private final Preparation run;
    private final HistoryRecorder history;
    private final Progress progress;

    /** Regions whose clients have operations that have not ended. */
    private final AtomicInteger underWay = new AtomicInteger();

    private volatile Optional<String> problem = Optional.of("the run was broken off while nodes were starting");
    private volatile Duration loadStart = Duration.ZERO;
    private volatile Optional<Duration> convergedAfter = Optional.empty();

    ScenarioDirector(Preparation run, HistoryRecorder history, Progress progress) {
        this.run = run;
        this.history = history;
        this.progress = progress;
    }

    @Override
    public void direct(Stage stage) throws InterruptedException {
        var faults = new FaultPlayer(run.scenario().faults(), run.nodes().all(), stage, history);
        faults.prepare();
        problem = new StartUp(run, stage).bringUp();
        loadStart = stage.clock().now();
        if (problem.isPresent()) {
            return;
        }
        problem = Optional.of("the run was broken off before its end");
        startLoad(stage);
        faults.start(loadStart);
        sleepUntil(run.scenario().duration(), stage);
        awaitAgreement(stage);
        sleepUntil(run.scenario().total(), stage);
        faults.conclude();
        problem = Optional.empty();
    }

    /** Why the run did not come to its end, one clause; empty when it did. */
    Optional<String> problem() {
        return problem;
    }

    /** When the load started. */
    Duration loadStart() {
        return loadStart;
    }

    /** Time from the end of the scenario's duration until all nodes agreed; empty when they did not. */
    Optional<Duration> convergedAfter() {
        return convergedAfter;
    }

    private void startLoad(Stage stage) {
        underWay.set(run.load().byRegion().size());
        run.load()
                .byRegion()
                .forEach((region, operations) -> stage.client(region, () -> {
                    var driver = new OpenLoopDriver(stage.clock(), new HttpCaller(CLIENT_TIMEOUT), history::record);
                    try {
                        driver.run(operations, loadStart);
                    } finally {
                        underWay.decrementAndGet();
                    }
                }));
    }

    /** Asks until all nodes agree or the quiet time is over; the last answers go into the history. */
    private void awaitAgreement(Stage stage) throws InterruptedException {
        var poll = new StatePoll(run.system(), run.system().convergenceProbes(run.data()), stage);
        var end = loadStart.plus(run.scenario().total());
        // What an operation that is still under way does after the nodes were asked would look lost, or like a
        // difference.
        while (underWay.get() > 0 && stage.clock().now().compareTo(end) < 0) {
            stage.clock().sleepUntil(stage.clock().now().plus(LOAD_POLL));
        }
        var asked = stage.clock().now();
        var agreement = poll.agreement();
        while (agreement.isEmpty() && stage.clock().now().compareTo(end) < 0) {
            stage.clock().sleepUntil(stage.clock().now().plus(STATE_POLL));
            asked = stage.clock().now();
            agreement = poll.agreement();
        }
        // The answers that agreed are the ones that count: later ones may belong to something that has just begun.
        var pass = agreement.isPresent() ? agreement.get() : poll.pass();
        pass.reads().forEach(history::record);
        if (pass.agreed()) {
            convergedAfter =
                    Optional.of(asked.minus(loadStart).minus(run.scenario().duration()));
        }
    }

    private void sleepUntil(Duration instant, Stage stage) throws InterruptedException {
        var total = run.scenario().total();
        var now = stage.clock().now().minus(loadStart);
        while (now.compareTo(instant) < 0) {
            progress.advanced(now, total);
            var next = now.plus(PROGRESS_STEP);
            stage.clock().sleepUntil(loadStart.plus(next.compareTo(instant) < 0 ? next : instant));
            now = stage.clock().now().minus(loadStart);
        }
        progress.advanced(now, total);
    }
}
