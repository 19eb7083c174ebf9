package dev.gridlock.scenarios.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.topology.Region;
import dev.gridlock.engine.topology.Regions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Thirty regions, sixty stores, a thousand commits a second for thirty virtual seconds, a partition and two kills in between: all agree
 * at the end.
 *
 * <p>The seeds are {@code gridlock.stores.seeds}, "1..3" unless set.
 */
class LargeFleetTest {
    private static final int REGIONS = 30;
    private static final int PER_REGION = 2;
    private static final int COMMITS_PER_SECOND = 1_000;
    private static final int MACHINES = 2_000;
    private static final Duration LOAD_BEGINS = Duration.ofSeconds(3);
    private static final Duration LOAD = Duration.ofSeconds(30);
    private static final Duration CUT = Duration.ofSeconds(10);
    private static final Duration HEALED = Duration.ofSeconds(20);
    private static final Duration BOUND = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    static LongStream seeds() {
        String range = System.getProperty("gridlock.stores.seeds", "1..3");
        int dots = range.indexOf("..");
        return LongStream.rangeClosed(
                Long.parseLong(range.substring(0, dots)), Long.parseLong(range.substring(dots + 2)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void allAgreeAfterTheHeal(long seed) throws Exception {
        List<Region> regions = new ArrayList<>(Regions.all());
        SplittableRandom random = new SplittableRandom(seed);
        Collections.shuffle(regions, new java.util.Random(seed));
        long began = System.nanoTime();
        try (StoreFleet fleet = StoreFleet.create(
                seed,
                folder,
                regions.subList(0, REGIONS),
                PER_REGION,
                (store, toml) -> toml.replace("[gossip]", "[gossip]\nmax_transmissions = 2") + """
                    [membership]
                    profile = "fast"
                    gossip_interval = "200ms"
                    [perf]
                    apply_queue_timeout = "500ms"
                    max_sync_backoff = "4s"
                    [telemetry]
                    update_events = false
                    """)) {
            Load load = new Load(fleet, random);
            fleet.startAll();
            fleet.simulation().at(LOAD_BEGINS, load::begin);
            faults(fleet, random);
            Agreement agreement =
                    Agreement.endsTheRun(fleet, LOAD_BEGINS.plus(LOAD).plusSeconds(1), Duration.ofSeconds(1));
            fleet.run(LOAD_BEGINS.plus(LOAD).plus(BOUND));
            double wall = (System.nanoTime() - began) / 1e9;
            Runtime.getRuntime().gc();
            System.out.printf(
                    "seed %d: %d commits acknowledged, %d failed, agreed at %s, %d steps, %.1f virtual s in %.1f s,"
                            + " trace hash %016x%n",
                    seed,
                    load.acknowledged,
                    load.failed,
                    agreement.reached(),
                    fleet.simulation().steps(),
                    fleet.simulation().now().toMillis() / 1e3,
                    wall,
                    fleet.simulation().traceHash());
            assertThat(fleet.problems()).isEmpty();
            assertThat(agreement.last()).as("seed %s", seed).isEqualTo("agreement");
            assertThat(load.acknowledged).isGreaterThan((long) (0.9 * COMMITS_PER_SECOND * LOAD.toSeconds()));
            assertThat(agreement.state().commits()).isGreaterThanOrEqualTo(load.acknowledged);
        }
    }

    private static void faults(StoreFleet fleet, SplittableRandom random) {
        List<StoreFleet.Member> stores = fleet.stores();
        int border = random.nextInt(stores.size() / 3, stores.size() / 2);
        List<StoreFleet.Member> some = stores.subList(0, border);
        List<StoreFleet.Member> others = stores.subList(border, stores.size());
        fleet.simulation()
                .at(
                        LOAD_BEGINS.plus(CUT),
                        () -> fleet.between(some, others, fleet.simulation().network()::cut));
        fleet.simulation()
                .at(
                        LOAD_BEGINS.plus(HEALED),
                        () -> fleet.between(some, others, fleet.simulation().network()::heal));
        for (int i = 0; i < 2; i++) {
            StoreFleet.Member victim = stores.get(random.nextInt(stores.size()));
            Duration at = LOAD_BEGINS.plusMillis(random.nextLong(1_000, 20_000));
            fleet.simulation().at(at, () -> {
                if (victim.node().isRunning()) {
                    victim.node().kill();
                }
            });
            fleet.simulation().at(at.plusMillis(random.nextLong(500, 8_000)), () -> {
                if (!victim.node().isRunning()) {
                    fleet.start(victim);
                }
            });
        }
    }

    /** Commits at every store, each client at its own pace; one that fails connects anew and goes on. */
    private static final class Load {
        private final StoreFleet fleet;
        private final SplittableRandom random;
        private long acknowledged;
        private long failed;

        Load(StoreFleet fleet, SplittableRandom random) {
            this.fleet = fleet;
            this.random = random;
        }

        void begin() {
            int stores = fleet.stores().size();
            long each = COMMITS_PER_SECOND * LOAD.toSeconds() / stores;
            long pause = LOAD.toNanos() / each;
            for (StoreFleet.Member store : fleet.stores()) {
                SplittableRandom own = random.split();
                fleet.client(store, () -> commit(store, each, pause, own));
            }
        }

        private void commit(StoreFleet.Member store, long count, long pause, SplittableRandom own)
                throws InterruptedException {
            long due = System.nanoTime() + own.nextLong(pause);
            StoreClient client = null;
            for (long i = 0; i < count; i++) {
                Thread.sleep(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
                due += pause;
                try {
                    if (client == null) {
                        client = StoreClient.connect(store.address(), 1_000);
                    }
                    count(client.post("/v1/transactions", statement(store, i, own)));
                } catch (IOException e) {
                    failed++;
                    client = null;
                }
            }
        }

        /** A transaction that changed nothing has no version, so no head tells of it. */
        private void count(StoreClient.Answer answer) {
            if (answer.status() != 200) {
                failed++;
            } else if (!answer.body().contains("\"version\":null")) {
                acknowledged++;
            }
        }

        private static String statement(StoreFleet.Member store, long i, SplittableRandom own) {
            String update = store.name() + "-" + i;
            String machine = "m" + own.nextInt(MACHINES);
            if (own.nextInt(50) == 0) {
                return "[[\"DELETE FROM machines WHERE id = ?\", [\"" + machine + "\"]]]";
            }
            return "[[\"INSERT INTO machines (id, app, state, update_id) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE"
                    + " SET state = excluded.state, update_id = excluded.update_id\", [\"" + machine + "\", \"app"
                    + own.nextInt(100) + "\", \"s" + own.nextInt(3) + "\", \"" + update + "\"]]]";
        }
    }
}
