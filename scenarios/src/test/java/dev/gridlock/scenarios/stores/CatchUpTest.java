package dev.gridlock.scenarios.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes that can learn by catch-up only, some of them from nodes that learnt that way themselves. */
class CatchUpTest {
    private static final int LARGE = 10_000;
    private static final int TRANSACTIONS = 100;
    private static final Duration OTHERS_START = Duration.ofSeconds(10);
    private static final Duration BOUND = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void freshNodesLearnEverythingByCatchUp(long seed) throws Exception {
        // a chain: the second fresh node hears from the first alone, the third from the second alone
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, Integer> sizes = new LinkedHashMap<>();
        sizes.put("large", LARGE);
        for (int i = 1; i <= TRANSACTIONS; i++) {
            sizes.put("t" + i, random.nextInt(10, 101));
        }
        try (StoreFleet fleet = StoreFleet.create(
                seed,
                folder,
                Quick.oneIn("iad", "fra", "waw", "syd"),
                (store, toml) -> Quick.toml(toml, "", Quick.catchUpEvery("200ms", "1s")))) {
            List<StoreFleet.Member> stores = fleet.stores();
            for (int i = 0; i < stores.size() - 2; i++) {
                fleet.between(
                        stores.subList(i, i + 1),
                        stores.subList(i + 2, stores.size()),
                        fleet.simulation().network()::cut);
            }
            StoreFleet.Member writer = stores.getFirst();
            List<StoreFleet.Member> fresh = stores.subList(1, stores.size());
            List<String> transactions = sizes.entrySet().stream()
                    .map(size -> Clients.machines(size.getKey(), size.getValue()))
                    .toList();
            fleet.start(writer);
            fleet.simulation()
                    .at(Duration.ofSeconds(1), () -> fleet.client(writer, Clients.commits(writer, transactions)));
            Watcher watcher = new Watcher(sizes);
            fleet.simulation().at(OTHERS_START, () -> {
                fresh.forEach(fleet::start);
                fresh.forEach(store -> fleet.client(store, () -> watcher.watch(store)));
            });
            Agreement agreement = Agreement.endsTheRun(fleet, OTHERS_START.plusSeconds(6));
            fleet.run(OTHERS_START.plus(BOUND));

            assertThat(fleet.problems()).isEmpty();
            assertThat(agreement.last()).as("seed %s", seed).isEqualTo("agreement");
            assertThat(agreement.state().commits()).isEqualTo(TRANSACTIONS + 1);
            assertThat(watcher.partly)
                    .as("transactions seen in part, seed %s", seed)
                    .isEmpty();
            assertThat(watcher.unfinishedLooks)
                    .as("looks at a store that had some of the transactions")
                    .isGreaterThan(fresh.size());
            for (int i = 0; i < fresh.size(); i++) {
                assertThat(Events.of(fresh.get(i)).named("store.sync").texts("from"))
                        .as("whom %s caught up with", fresh.get(i).name())
                        .containsOnly(stores.get(i).name());
                assertThat(Events.of(fresh.get(i)).named("gossip.receive").all())
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nodesLearnFromOneThatNeverMetTheWriter(long seed) throws Exception {
        secondHand(seed, folder);
    }

    @Test
    void sameSeedMeansSameRun() throws Exception {
        long once = secondHand(4, folder.resolve("once"));
        assertThat(secondHand(4, folder.resolve("again"))).isEqualTo(once);
        assertThat(secondHand(5, folder.resolve("other"))).isNotEqualTo(once);
    }

    /** Three nodes whose only neighbour is one that never met the writer; returns the hash of the trace. */
    private static long secondHand(long seed, Path folder) throws Exception {
        try (StoreFleet fleet = StoreFleet.create(
                seed,
                folder,
                Quick.oneIn("iad", "lhr", "fra", "waw", "sin", "syd"),
                (store, toml) -> Quick.toml(toml, "", Quick.catchUpEvery("200ms", "1s")))) {
            List<StoreFleet.Member> stores = fleet.stores();
            StoreFleet.Member writer = stores.getFirst();
            List<StoreFleet.Member> others = stores.subList(3, 6);
            fleet.between(
                    List.of(writer), stores.subList(2, 6), fleet.simulation().network()::cut);
            fleet.between(stores.subList(1, 2), others, fleet.simulation().network()::cut);
            fleet.startAll();
            List<String> transactions = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                transactions.add(Clients.machines("t" + i, 1 + i % 7));
            }
            fleet.simulation()
                    .at(Duration.ofSeconds(4), () -> fleet.client(writer, Clients.commits(writer, transactions)));
            Agreement agreement = Agreement.endsTheRun(fleet, Duration.ofSeconds(6));
            fleet.run(BOUND);

            assertThat(fleet.problems()).isEmpty();
            assertThat(agreement.last()).as("seed %s", seed).isEqualTo("agreement");
            assertThat(agreement.state().commits()).isEqualTo(100);
            for (StoreFleet.Member other : others) {
                Events applied = Events.of(other).named("store.apply");
                assertThat(new TreeSet<>(applied.texts("from"))).isSubsetOf(names(stores.subList(2, 6)));
                assertThat(new TreeSet<>(applied.numbers("version"))).hasSize(100);
            }
            return fleet.simulation().traceHash();
        }
    }

    private static List<String> names(List<StoreFleet.Member> stores) {
        return stores.stream().map(StoreFleet.Member::name).toList();
    }

    /** Looks at stores as their clients do. */
    private static final class Watcher {
        private final Map<String, Integer> sizes;
        private final List<String> partly = new ArrayList<>();
        private int unfinishedLooks;

        Watcher(Map<String, Integer> sizes) {
            this.sizes = sizes;
        }

        void watch(StoreFleet.Member store) throws InterruptedException {
            int found = 0;
            while (found < sizes.size()) {
                Thread.sleep(Duration.ofMillis(100));
                try {
                    Map<String, Object> counts =
                            Clients.pairs(store, "SELECT app, count(*) FROM machines GROUP BY app");
                    counts.forEach((app, count) -> {
                        if (((Number) count).intValue() != sizes.getOrDefault(app, -1)) {
                            partly.add(store.name() + " showed " + count + " rows of " + app);
                        }
                    });
                    found = counts.size();
                    unfinishedLooks += found > 0 && found < sizes.size() ? 1 : 0;
                } catch (IOException e) {
                    // not up yet; a store that never is shows in the verdict
                    found = 0;
                }
            }
        }
    }
}
