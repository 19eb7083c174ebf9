package dev.gridlock.scenarios.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.topology.Regions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long an update takes from its commit to every other store of thirty regions, with the periods of production. */
class PropagationTest {
    private static final int REGIONS = 30;
    private static final int COMMITS = 100;
    private static final Duration BEGIN = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** A way around half the Earth takes 0.18 s; rounds of half a second each bring an update to everybody within a few. */
    private static final Duration BOUND = Duration.ofSeconds(4);

    @TempDir
    Path folder;

    @Test
    void everyStoreHearsWithinAFewRounds() throws Exception {
        try (StoreFleet fleet =
                StoreFleet.create(1, folder, Regions.all().subList(0, REGIONS), 2, (store, toml) -> toml + """
                    [telemetry]
                    update_column = "update_id"
                    """)) {
            fleet.startAll();
            fleet.simulation().at(BEGIN, () -> {
                for (int i = 0; i < COMMITS; i++) {
                    StoreFleet.Member store =
                            fleet.stores().get(i % fleet.stores().size());
                    String update = "u-" + i;
                    Duration at = BEGIN.plus(PAUSE.multipliedBy(i));
                    fleet.simulation()
                            .at(at, () -> fleet.client(store, Clients.commits(store, List.of(insert(update)))));
                }
            });
            fleet.run(BEGIN.plus(PAUSE.multipliedBy(COMMITS)).plus(BOUND).plus(BOUND));
            assertThat(fleet.problems()).isEmpty();
            List<Duration> latencies = latencies(fleet);
            assertThat(latencies)
                    .as("applies everywhere")
                    .hasSize(COMMITS * (fleet.stores().size() - 1));
            latencies.sort(null);
            Duration median = latencies.get(latencies.size() / 2);
            Duration p99 = latencies.get(latencies.size() * 99 / 100);
            System.out.printf(
                    "propagation over %d regions: p50 %d ms, p99 %d ms, most %d ms%n",
                    REGIONS,
                    median.toMillis(),
                    p99.toMillis(),
                    latencies.getLast().toMillis());
            assertThat(p99).isLessThan(BOUND);
        }
    }

    private static String insert(String update) {
        return Clients.sql("INSERT INTO machines (id, update_id) VALUES ('m-" + update + "', '" + update + "')");
    }

    private static List<Duration> latencies(StoreFleet fleet) {
        Map<String, Duration> committed = new LinkedHashMap<>();
        List<Events.Event> applied = new ArrayList<>();
        for (StoreFleet.Member store : fleet.stores()) {
            Events events = Events.of(store);
            events.named("store.commit").all().forEach(event -> committed.put(event.text("update"), event.at()));
            applied.addAll(events.named("store.apply").all());
        }
        List<Duration> latencies = new ArrayList<>();
        for (Events.Event event : applied) {
            Duration commit = committed.get(event.text("update"));
            assertThat(commit).as(event.toString()).isNotNull();
            latencies.add(event.at().minus(commit));
        }
        return latencies;
    }
}
