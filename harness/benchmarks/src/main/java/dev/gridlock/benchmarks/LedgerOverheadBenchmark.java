package dev.gridlock.benchmarks;

import dev.gridlock.proxy.catalog.Application;
import dev.gridlock.proxy.catalog.ApplicationEntry;
import dev.gridlock.proxy.catalog.ApplicationRows;
import dev.gridlock.proxy.catalog.BothObserve;
import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.CatalogView;
import dev.gridlock.proxy.catalog.Loading;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lockwatch.LockEvents;
import dev.gridlock.proxy.lockwatch.LockStatistics;
import dev.gridlock.proxy.lockwatch.WordValidator;
import dev.gridlock.proxy.route.usage.Hosts;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to record an uncontended read: the lock bare, and by way of the catalog with its ledger; both with a closure that
 * does nothing and with one that looks up an application.
 *
 * <p>The closures are called by way of {@link Function} and never inlined, on both sides, as in a program with many call sites.
 * Run on one thread; the ratio is that of the two means.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 8, time = 1)
@Fork(3)
public class LedgerOverheadBenchmark {

    private static final int APPLICATIONS = 1_000;
    private static final String APP = "app-500";

    /** Name of the lock, on both sides. */
    @Param({"parking-lot-0.12.5", "reentrant", "stamped"})
    private String lockName = "";

    private final Map<String, ApplicationEntry> bare = new TreeMap<>();
    private CatalogLock lock = CatalogLocks.create("parking-lot-0.12.5");
    private Catalog catalog = catalog(lock);

    /** Makes the locks; fills the catalog, and a map like the one that it has inside. */
    @Setup
    public void fill() {
        lock = CatalogLocks.create(lockName);
        catalog = catalog(CatalogLocks.create(lockName));
        for (int number = 0; number < APPLICATIONS; number++) {
            String app = "app-" + number;
            var rows = new ApplicationRows(app, Optional.of(new Application(app, app, "u-1")), List.of());
            bare.put(app, ApplicationEntry.detached(rows, new Hosts()));
            catalog.write("fill", app, "u-1", WriteTimeout.none(), edit -> {
                edit.load(rows);
                return true;
            });
        }
    }

    private static Catalog catalog(CatalogLock lock) {
        var out = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var log = new EventLog("bench", out, new Json());
        var validator = new WordValidator(lock, log);
        return new Catalog(
                lock,
                new LockLedger(1024),
                new BothObserve(
                        new LockStatistics(Duration.ofMillis(10)),
                        new LockEvents(log, validator, Duration.ofMillis(10))),
                Loading.EAGER,
                new Hosts());
    }

    /** The lock and an empty closure. */
    @Benchmark
    public Object bareEmpty() {
        return bareRead(LedgerOverheadBenchmark::nothing);
    }

    /** The catalog and an empty closure. */
    @Benchmark
    public Object catalogEmpty() {
        return catalog.read("route", APP, LedgerOverheadBenchmark::nothing);
    }

    /** The lock and a look into a map. */
    @Benchmark
    public Object bareLookup() {
        return bareRead(LedgerOverheadBenchmark::lookup);
    }

    /** The catalog and a look into its map. */
    @Benchmark
    public Object catalogLookup() {
        return catalog.read("route", APP, LedgerOverheadBenchmark::find);
    }

    private Object bareRead(Function<Map<String, ApplicationEntry>, Object> body) {
        lock.lockShared();
        try {
            return body.apply(bare);
        } finally {
            lock.unlockShared();
        }
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static Object nothing(Object state) {
        return APP;
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static Object lookup(Map<String, ApplicationEntry> state) {
        return Optional.ofNullable(state.get(APP));
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static Object find(CatalogView view) {
        return view.application(APP);
    }
}
