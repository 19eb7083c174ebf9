package dev.gridlock.scenarios.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small and large transactions at every store while links are cut and stores are killed at random, with short queues and a low rate
 * limit: once all is well again, all agree, and each store's bookkeeping is that of its database.
 */
class RandomFaultsTest {
    private static final Duration BEGIN = Duration.ofSeconds(2);
    private static final Duration END = Duration.ofSeconds(14);
    private static final Duration BOUND = Duration.ofSeconds(40);
    private static final int FAULTS = 12;
    private static final int IDS = 400;

    @TempDir
    Path folder;

    private long acknowledged;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void allAgreeInTheEnd(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (StoreFleet fleet = StoreFleet.create(
                seed,
                folder,
                Quick.oneIn("waw", "fra", "iad", "syd"),
                (store, toml) -> Quick.toml(
                        toml,
                        "rate_limit_bytes = 200000\nsend_timeout = \"400ms\"",
                        Quick.catchUpEvery("300ms", "1s").replace("[perf]", "[perf]\nprocessing_queue_len = 20")))) {
            List<StoreFleet.Member> stores = fleet.stores();
            fleet.startAll();
            for (StoreFleet.Member store : stores) {
                SplittableRandom own = random.split();
                fleet.simulation().at(BEGIN, () -> fleet.client(store, () -> load(store, own)));
            }
            for (int i = 0; i < FAULTS; i++) {
                fault(fleet, random);
            }
            Map<String, String> bookkeeping = new TreeMap<>();
            Agreement agreement = Agreement.among(fleet, stores, END.plusSeconds(4));
            fleet.simulation()
                    .at(
                            BOUND.minusSeconds(2),
                            () -> stores.forEach(store -> fleet.client(store, () -> {
                                try (StoreClient client = StoreClient.connect(store.address(), 10_000)) {
                                    bookkeeping.put(
                                            store.name(),
                                            client.get("/admin/bookkeeping").body());
                                }
                            })));
            fleet.run(BOUND);

            assertThat(fleet.problems()).isEmpty();
            assertThat(agreement.last())
                    .as("seed %s, %s", seed, Diagnosis.of(agreement.state(), stores))
                    .isEqualTo("agreement");
            assertThat(acknowledged).isGreaterThan(100);
            assertThat(agreement.state().commits()).isGreaterThanOrEqualTo(acknowledged);
            assertThat(bookkeeping).hasSize(stores.size());
            assertThat(bookkeeping.values()).allMatch(body -> body.contains("\"ok\":true"));
        }
    }

    private static List<StoreFleet.Member> others(List<StoreFleet.Member> stores, StoreFleet.Member store) {
        return stores.stream()
                .filter(other -> !other.name().equals(store.name()))
                .toList();
    }

    private static void fault(StoreFleet fleet, SplittableRandom random) {
        List<StoreFleet.Member> stores = fleet.stores();
        StoreFleet.Member victim = stores.get(random.nextInt(stores.size()));
        Duration at = BEGIN.plusMillis(random.nextLong(END.minus(BEGIN).toMillis() - 3_000));
        Duration over = at.plusMillis(random.nextLong(100, 3_000));
        if (random.nextInt(3) == 0) {
            fleet.simulation().at(at, () -> {
                if (victim.node().isRunning()) {
                    victim.node().kill();
                }
            });
            fleet.simulation().at(over, () -> {
                if (!victim.node().isRunning()) {
                    fleet.start(victim);
                }
            });
        } else {
            List<StoreFleet.Member> others = others(stores, victim);
            List<StoreFleet.Member> away = others.subList(random.nextInt(others.size()), others.size());
            fleet.simulation()
                    .at(
                            at,
                            () -> fleet.between(
                                    List.of(victim), away, fleet.simulation().network()::cut));
            fleet.simulation()
                    .at(
                            over,
                            () -> fleet.between(
                                    List.of(victim), away, fleet.simulation().network()::heal));
        }
    }

    private void load(StoreFleet.Member store, SplittableRandom random) throws InterruptedException {
        long began = System.nanoTime();
        for (int i = 1; System.nanoTime() - began < END.minus(BEGIN).toNanos(); i++) {
            Thread.sleep(random.nextLong(60, 300));
            try (StoreClient client = StoreClient.connect(store.address(), 2_000)) {
                StoreClient.Answer answer = client.post("/v1/transactions", transaction(store, i, random));
                if (answer.status() == 200 && !answer.body().contains("\"version\":null")) {
                    acknowledged++;
                }
            } catch (IOException e) {
                // killed just then: whether the commit counts shows in the heads
                Thread.sleep(200);
            }
        }
    }

    private static String transaction(StoreFleet.Member store, int i, SplittableRandom random) {
        int id = random.nextInt(IDS);
        String label = store.name() + "-" + i;
        return switch (random.nextInt(12)) {
            case 0 -> Clients.machines(label, random.nextInt(100, 500));
            case 1, 2 -> Clients.sql("DELETE FROM machines WHERE id = 'm" + id + "'");
            case 3 ->
                Clients.sql(
                        "DELETE FROM machines WHERE app LIKE '" + store.name() + "-%' AND id LIKE '%" + id % 10 + "'");
            case 4 -> Clients.sql("UPDATE machines SET state = 's" + i + "' WHERE id LIKE '%" + id % 100 + "'");
            default ->
                Clients.sql("INSERT INTO machines (id, state, update_id) VALUES ('m" + id + "', 's" + i + "', '" + label
                        + "') ON CONFLICT (id) DO UPDATE SET state = excluded.state, update_id = excluded.update_id");
        };
    }
}
