package dev.gridlock.scenarios.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.network.LinkProfile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A transaction of more than a megabyte, broadcast in parts over slow links. In the middle of it the links are cut for a moment, long
 * enough for the sender to give the connections up with what waits in them, and one receiver is killed.
 */
class PartsTest {
    private static final int ROWS = 10_000;
    private static final int BYTES_PER_SECOND = 300_000;
    private static final Duration COMMIT = Duration.ofSeconds(3);
    private static final Duration CUT = Duration.ofMillis(4_500);
    private static final Duration HEAL = Duration.ofSeconds(7);
    private static final Duration KILL = Duration.ofMillis(7_500);
    private static final Duration AGAIN = Duration.ofSeconds(8);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(8_200);
    private static final Duration BOUND = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void partsAreKeptUntilTheRestComes(long seed) throws Exception {
        try (StoreFleet fleet = StoreFleet.create(
                seed,
                folder,
                Quick.oneIn("iad", "fra", "syd"),
                (store, toml) -> Quick.toml(
                        toml, "send_timeout = \"500ms\"\nmax_transmissions = 1", Quick.catchUpEvery("8s", "8s")))) {
            List<StoreFleet.Member> stores = fleet.stores();
            StoreFleet.Member writer = stores.getFirst();
            StoreFleet.Member killed = stores.getLast();
            for (StoreFleet.Member reader : stores.subList(1, 3)) {
                fleet.simulation()
                        .network()
                        .setProfile(
                                writer.name(),
                                reader.name(),
                                new LinkProfile(Duration.ofMillis(40), Duration.ofMillis(2), BYTES_PER_SECOND));
            }
            // each is to hear from the writer alone
            fleet.between(
                    stores.subList(1, 2),
                    stores.subList(2, 3),
                    fleet.simulation().network()::cut);
            fleet.startAll();
            fleet.simulation()
                    .at(
                            COMMIT,
                            () -> fleet.client(
                                    writer, Clients.commits(writer, List.of(Clients.machines("large", ROWS)))));
            List<FleetState> looks = new ArrayList<>();
            fleet.simulation().at(CUT, () -> {
                fleet.between(
                        List.of(writer),
                        stores.subList(1, 3),
                        fleet.simulation().network()::cut);
                FleetState.ask(fleet, looks::add);
            });
            fleet.simulation()
                    .at(
                            HEAL,
                            () -> fleet.between(
                                    List.of(writer),
                                    stores.subList(1, 3),
                                    fleet.simulation().network()::heal));
            fleet.simulation().at(KILL.minusMillis(100), () -> FleetState.ask(fleet, looks::add));
            fleet.simulation().at(KILL, killed.node()::kill);
            fleet.simulation().at(AGAIN, () -> fleet.start(killed));
            fleet.simulation().at(LOOK_AGAIN, () -> FleetState.ask(fleet, looks::add));
            Agreement agreement = Agreement.endsTheRun(fleet, LOOK_AGAIN.plusSeconds(1));
            fleet.run(BOUND);

            assertThat(fleet.problems()).isEmpty();
            assertThat(looks).hasSize(3);
            for (StoreFleet.Member reader : stores.subList(1, 3)) {
                for (FleetState look : looks) {
                    assertThat(look.of(reader).get("rows")).isEqualTo(0);
                }
                assertThat(missing(looks.get(0), reader)).isPositive();
                assertThat(Events.of(writer).named("gossip.shed").texts("reason"))
                        .as("the writer gave parts up, seed %s", seed)
                        .anyMatch(reason -> reason.contains(reader.name()) || reason.contains(reader.address()));
            }
            assertThat(missing(looks.get(2), killed))
                    .as("what is missing after the kill, seed %s", seed)
                    .isPositive()
                    .isLessThanOrEqualTo(missing(looks.get(1), killed));
            assertThat(agreement.last()).isEqualTo("agreement");
            for (StoreFleet.Member reader : stores.subList(1, 3)) {
                long fetched = Events.of(reader).named("store.sync").numbers("changes").stream()
                        .mapToLong(Long::longValue)
                        .sum();
                assertThat(fetched)
                        .as("changes that %s had to fetch, seed %s", reader.name(), seed)
                        .isPositive()
                        .isLessThanOrEqualTo(missing(looks.get(1), reader));
                assertThat(agreement.state().of(reader).get("rows")).isEqualTo(ROWS);
            }
        }
    }

    /** Seqs that the store says it misses of versions that it has in part. */
    private static long missing(FleetState state, StoreFleet.Member store) {
        long missing = 0;
        if (state.of(store).get("partial_need") instanceof Map<?, ?> actors) {
            for (Object versions : actors.values()) {
                for (Object ranges : ((Map<?, ?>) versions).values()) {
                    for (Object range : (List<?>) ranges) {
                        missing += bound(range, "end") - bound(range, "start") + 1;
                    }
                }
            }
        }
        return missing;
    }

    private static long bound(Object range, String name) {
        return range instanceof Map<?, ?> bounds && bounds.get(name) instanceof Number number ? number.longValue() : 0;
    }
}
