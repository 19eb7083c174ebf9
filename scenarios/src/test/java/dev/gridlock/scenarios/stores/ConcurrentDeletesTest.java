package dev.gridlock.scenarios.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two nodes that do not hear each other change the same rows, at least one of them by a delete; a third hears either first. */
class ConcurrentDeletesTest {
    private static final Duration ROWS = Duration.ofSeconds(2);
    private static final Duration CUT = Duration.ofSeconds(4);
    private static final Duration WRITES = Duration.ofSeconds(5);
    private static final Duration FIRST_HEAL = Duration.ofSeconds(7);
    private static final Duration SECOND_HEAL = Duration.ofSeconds(12);
    private static final Duration READ = Duration.ofSeconds(30);

    /** What one node does to a row while the other deletes it. */
    private enum Against {
        DELETE,
        UPDATE,
        REINSERT;

        private List<String> statements() {
            String delete = "DELETE FROM machines WHERE id = 'r'";
            return switch (this) {
                case DELETE -> List.of(delete);
                case UPDATE -> List.of("UPDATE machines SET state = 'new' WHERE id = 'r'");
                case REINSERT -> List.of(delete, "INSERT INTO machines (id, state) VALUES ('r', 'new')");
            };
        }

        List<String> transactions(String row) {
            return statements().stream()
                    .map(statement -> Clients.sql(statement.replace("'r'", "'" + row + "'")))
                    .toList();
        }
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void allAgreeWhoeverIsHeardFirst(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        try (StoreFleet fleet = StoreFleet.create(
                seed,
                folder,
                Quick.oneIn("waw", "iad", "syd"),
                (store, toml) -> Quick.toml(toml, "", Quick.catchUpEvery("200ms", "1s")))) {
            List<StoreFleet.Member> writers = new ArrayList<>(fleet.stores().subList(0, 2));
            StoreFleet.Member third = fleet.stores().getLast();
            if (seed % 2 == 0) {
                writers.add(writers.removeFirst());
            }
            StoreFleet.Member heardFirst = writers.getFirst();
            StoreFleet.Member heardLater = writers.getLast();

            List<String> rows = new ArrayList<>();
            List<String> deletions = new ArrayList<>();
            List<String> others = new ArrayList<>();
            Map<String, Object> expected = new TreeMap<>();
            for (Against against : Against.values()) {
                for (int i = 0; i < 4; i++) {
                    String row = against + "-" + i;
                    rows.add(Clients.sql("INSERT INTO machines (id, state) VALUES ('" + row + "', 'old')"));
                    deletions.addAll(Against.DELETE.transactions(row));
                    others.addAll(against.transactions(row));
                    if (against == Against.REINSERT) {
                        expected.put(row, "new");
                    }
                }
            }
            boolean deleterFirst = random.nextBoolean();
            fleet.startAll();
            fleet.simulation().at(ROWS, () -> fleet.client(heardFirst, Clients.commits(heardFirst, rows)));
            List<String> before = new ArrayList<>();
            fleet.simulation()
                    .at(
                            CUT.minusMillis(500),
                            () -> FleetState.ask(
                                    fleet,
                                    state -> before.add(state.disagreement().orElse("agreement"))));
            fleet.simulation().at(CUT, () -> {
                fleet.between(writers, List.of(third), fleet.simulation().network()::cut);
                fleet.between(
                        List.of(heardFirst),
                        List.of(heardLater),
                        fleet.simulation().network()::cut);
            });
            fleet.simulation().at(WRITES, () -> {
                fleet.client(heardFirst, Clients.commits(heardFirst, deleterFirst ? deletions : others));
                fleet.client(heardLater, Clients.commits(heardLater, deleterFirst ? others : deletions));
            });
            fleet.simulation()
                    .at(
                            FIRST_HEAL,
                            () -> fleet.between(
                                    List.of(heardFirst),
                                    List.of(third),
                                    fleet.simulation().network()::heal));
            fleet.simulation().at(SECOND_HEAL, () -> {
                fleet.between(
                        List.of(heardLater), List.of(third), fleet.simulation().network()::heal);
                fleet.between(
                        List.of(heardFirst),
                        List.of(heardLater),
                        fleet.simulation().network()::heal);
            });
            Map<String, Map<String, Object>> found = new TreeMap<>();
            Agreement agreement = Agreement.among(fleet, fleet.stores(), SECOND_HEAL.plusMillis(200));
            fleet.simulation().at(READ, () -> {
                for (StoreFleet.Member store : fleet.stores()) {
                    fleet.client(
                            store,
                            () -> found.put(store.name(), Clients.pairs(store, "SELECT id, state FROM machines")));
                }
            });
            fleet.run(READ.plusSeconds(1));

            assertThat(fleet.problems()).isEmpty();
            assertThat(before).containsExactly("agreement");
            assertThat(heardBy(third, fleet))
                    .as("whom the third heard first after the cut")
                    .isEqualTo(heardFirst.name());
            assertThat(agreement.last()).as("seed %s", seed).isEqualTo("agreement");
            assertThat(found).hasSize(3);
            found.forEach((store, rowsThere) ->
                    assertThat(rowsThere).as("%s, seed %s", store, seed).isEqualTo(expected));
        }
    }

    private static String heardBy(StoreFleet.Member third, StoreFleet fleet) {
        return Events.of(third).named("store.apply").all().stream()
                .filter(event -> event.at().compareTo(WRITES) > 0)
                .findFirst()
                .map(event -> nodeOf(event.text("actor"), fleet))
                .orElse("nobody");
    }

    private static String nodeOf(String actor, StoreFleet fleet) {
        return fleet.stores().stream()
                .filter(store ->
                        Events.of(store).named("node.ready").texts("actor").contains(actor))
                .map(StoreFleet.Member::name)
                .findFirst()
                .orElse(actor);
    }
}
