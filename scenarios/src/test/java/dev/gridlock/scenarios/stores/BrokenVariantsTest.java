package dev.gridlock.scenarios.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each mistake that the stores make on purpose shows in a run that the healthy store passes, and the {@link Diagnosis}, which does not
 * know of it, says what went wrong.
 */
class BrokenVariantsTest {
    private static final String HEALTHY = "";
    private static final Duration BURST = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    /** What came out of a run. */
    private record Outcome(String verdict, List<String> diagnosis) {}

    private static String variants(String variant) {
        return variant.isEmpty() ? "" : "[broken]\nvariants = [\"" + variant + "\"]\n";
    }

    private static List<String> burst(StoreFleet.Member store, int commits) {
        return IntStream.range(0, commits)
                .mapToObj(i -> Clients.machines(store.name() + "-" + i, 1))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shedRememberedAsSeen(long seed) throws Exception {
        Outcome broken = floodOfTwoOrigins(seed, "shed-remembered-as-seen");
        assertThat(broken.verdict).isNotEqualTo("agreement");
        assertThat(broken.diagnosis)
                .isNotEmpty()
                .allMatch(sentence ->
                        sentence.matches("store-waw-1 lacks versions [0-9., ]+ of store-(iad|ams)-1: shed from a full"
                                + " queue, and refused as seen each time the catch-up brought them"));
        Outcome healthy = floodOfTwoOrigins(seed, HEALTHY);
        assertThat(healthy.verdict).isEqualTo("agreement");
        assertThat(healthy.diagnosis).isEmpty();
    }

    /** Two stores commit at the same time; the third has a short queue and collects for long. */
    private Outcome floodOfTwoOrigins(long seed, String variant) throws Exception {
        Duration bound = BURST.plusSeconds(20);
        try (StoreFleet fleet = StoreFleet.create(
                seed,
                folder.resolve("flood" + variant),
                Quick.oneIn("waw", "iad", "ams"),
                (store, toml) -> Quick.toml(
                        toml,
                        "",
                        Quick.catchUpEvery("500ms", "1s")
                                        .replace(
                                                "[perf]",
                                                store.name().equals("store-waw-1")
                                                        ? "[perf]\nprocessing_queue_len = 6\napply_queue_timeout = \"300ms\""
                                                        : "[perf]")
                                + variants(variant)))) {
            fleet.startAll();
            for (StoreFleet.Member origin : fleet.stores().subList(1, 3)) {
                fleet.simulation().at(BURST, () -> fleet.client(origin, slowly(origin, burst(origin, 40))));
            }
            Agreement agreement = Agreement.endsTheRun(fleet, BURST.plusSeconds(2));
            fleet.run(bound);
            assertThat(fleet.problems()).isEmpty();
            assertThat(Events.of(fleet.stores().getFirst()).named("gossip.shed").all())
                    .as("the queue overflowed, seed %s", seed)
                    .isNotEmpty();
            return new Outcome(agreement.last(), Diagnosis.of(agreement.state(), fleet.stores()));
        }
    }

    private static Program slowly(StoreFleet.Member store, List<String> transactions) {
        return () -> {
            try (StoreClient client = StoreClient.connect(store.address(), 10_000)) {
                for (String transaction : transactions) {
                    assertThat(client.post("/v1/transactions", transaction).status())
                            .isEqualTo(200);
                    Thread.sleep(10);
                }
            }
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void zeroFanOutAfterRateLimit(long seed) throws Exception {
        Outcome broken = burstOverTheRateLimit(seed, "zero-fan-out-after-rate-limit");
        assertThat(broken.verdict).isNotEqualTo("agreement");
        assertThat(broken.diagnosis)
                .anyMatch(sentence ->
                        sentence.matches("versions [0-9., ]+ of store-iad-1 were never broadcast: their rounds ran out"
                                + " after the rate limit; nodes heard by catch-up after up to [0-9.]+ s"));
        Outcome healthy = burstOverTheRateLimit(seed, HEALTHY);
        assertThat(healthy.verdict).isEqualTo("agreement");
        assertThat(healthy.diagnosis).isEmpty();
    }

    /** The verdict is about what broadcasts alone bring within the bound; the diagnosis looks back from later. */
    private Outcome burstOverTheRateLimit(long seed, String variant) throws Exception {
        Duration bound = Duration.ofSeconds(4);
        try (StoreFleet fleet = StoreFleet.create(
                seed,
                folder.resolve("burst" + variant),
                Quick.oneIn("iad", "waw", "syd", "nrt", "gru"),
                (store, toml) -> Quick.toml(
                        toml, "rate_limit_bytes = 20000", Quick.catchUpEvery("30s", "30s") + variants(variant)))) {
            StoreFleet.Member origin = fleet.stores().getFirst();
            fleet.startAll();
            fleet.simulation().at(BURST, () -> fleet.client(origin, Clients.commits(origin, burst(origin, 100))));
            List<FleetState> looks = new ArrayList<>();
            fleet.simulation().at(BURST.plus(bound), () -> FleetState.ask(fleet, looks::add));
            Agreement agreement = Agreement.endsTheRun(fleet, BURST.plusSeconds(20));
            fleet.run(BURST.plusSeconds(100));
            assertThat(fleet.problems()).isEmpty();
            assertThat(agreement.last()).as("in the end, seed %s", seed).isEqualTo("agreement");
            for (StoreFleet.Member store : fleet.stores()) {
                assertThat(Events.of(store).named("store.sync").all())
                        .as("catch-ups within the bound, seed %s", seed)
                        .noneMatch(event -> event.at().compareTo(BURST.plus(bound)) < 0);
            }
            String verdict = looks.getFirst().disagreement().orElse("agreement");
            return new Outcome(verdict, Diagnosis.of(agreement.state(), fleet.stores()));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void failedBatchRememberedAsSeen(long seed) throws Exception {
        Outcome broken = tableThatOneStoreLacks(seed, "failed-batch-remembered-as-seen");
        assertThat(broken.verdict).isNotEqualTo("agreement");
        assertThat(broken.diagnosis)
                .isNotEmpty()
                .allMatch(
                        sentence -> sentence.matches(
                                "store-waw-1 lacks versions [0-9., ]+ of store-(iad|ams)-1: a batch failed"
                                        + " \\(.*apps.*\\) and its versions are refused as seen, also after the schema was reloaded"));
        Outcome healthy = tableThatOneStoreLacks(seed, HEALTHY);
        assertThat(healthy.verdict).isEqualTo("agreement");
        assertThat(healthy.diagnosis).isEmpty();
    }

    private Outcome tableThatOneStoreLacks(long seed, String variant) throws Exception {
        String both = StoreFleet.SCHEMA + StoreFleet.APPS;
        try (StoreFleet fleet = StoreFleet.create(
                seed,
                folder.resolve("table" + variant),
                List.of(
                        Quick.place("waw", 1, List.of()),
                        Quick.place("iad", 1, List.of(), both),
                        Quick.place("ams", 1, List.of(), both)),
                (store, toml) -> Quick.toml(toml, "", Quick.catchUpEvery("500ms", "1s") + variants(variant)))) {
            StoreFleet.Member behind = fleet.stores().getFirst();
            fleet.startAll();
            for (StoreFleet.Member origin : fleet.stores().subList(1, 3)) {
                List<String> transactions = new ArrayList<>(burst(origin, 20));
                transactions.add(
                        10, Clients.sql("INSERT INTO apps (id, region) VALUES ('" + origin.name() + "', 'waw')"));
                fleet.simulation().at(BURST, () -> fleet.client(origin, Clients.commits(origin, transactions)));
            }
            List<FleetState> looks = new ArrayList<>();
            fleet.simulation().at(BURST.plusSeconds(5), () -> FleetState.ask(fleet, looks::add));
            fleet.simulation().at(BURST.plusSeconds(6), () -> {
                fleet.writeSchema(behind.name(), both);
                fleet.client(behind, Clients.reload(behind));
            });
            Agreement agreement = Agreement.endsTheRun(fleet, BURST.plusSeconds(7));
            fleet.run(BURST.plusSeconds(25));
            assertThat(fleet.problems()).isEmpty();
            assertThat(Diagnosis.of(looks.getFirst(), fleet.stores()))
                    .as("before the reload, seed %s", seed)
                    .isNotEmpty();
            return new Outcome(agreement.last(), Diagnosis.of(agreement.state(), fleet.stores()));
        }
    }
}
