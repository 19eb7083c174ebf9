package dev.gridlock.scenarios.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three regions, each with a cluster of two stores for its machines, and a global cluster with one store in each region that says in
 * which regions an application is. All have both tables, so nothing but the cluster id keeps the rows apart.
 */
class ClustersTest {
    private static final List<String> REGIONS = List.of("waw", "iad", "syd");
    private static final int GLOBAL = 9;
    private static final int MACHINES = 20;
    private static final Duration WRITES = Duration.ofSeconds(3);
    private static final Duration BEFORE_FAULT = Duration.ofSeconds(8);
    private static final Duration FAULT = Duration.ofSeconds(9);
    private static final Duration AFTER_FAULT = Duration.ofSeconds(15);
    private static final Duration HEAL = Duration.ofSeconds(16);
    private static final Duration HEALED = Duration.ofSeconds(25);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rowsStayInTheirCluster(long seed) throws Exception {
        String schema = StoreFleet.SCHEMA + StoreFleet.APPS;
        List<StoreFleet.Place> places = new ArrayList<>();
        for (String region : REGIONS) {
            List<String> neighbours = new ArrayList<>(List.of(regional(region, 1), regional(region, 2)));
            places.add(Quick.place(region, 1, neighbours, schema));
            // a slip of the pen: Sydney's second store also calls Warsaw's first
            List<String> second =
                    region.equals("syd") ? List.of(neighbours.getFirst(), regional("waw", 1)) : neighbours;
            places.add(Quick.place(region, 2, second, schema));
            List<String> globals = REGIONS.stream().map(ClustersTest::global).toList();
            places.add(Quick.place(region, GLOBAL, globals, schema));
        }
        try (StoreFleet fleet = StoreFleet.create(
                seed,
                folder,
                places,
                (store, toml) ->
                        Quick.toml(toml, "cluster_id = " + cluster(store), Quick.catchUpEvery("200ms", "1s")))) {
            Map<Integer, List<StoreFleet.Member>> clusters = new LinkedHashMap<>();
            for (StoreFleet.Member store : fleet.stores()) {
                clusters.computeIfAbsent(cluster(store), id -> new ArrayList<>())
                        .add(store);
            }
            fleet.startAll();
            fleet.simulation().at(WRITES, () -> write(fleet, "before"));
            List<FleetState> looks = new ArrayList<>();
            for (Duration look : List.of(BEFORE_FAULT, AFTER_FAULT, HEALED)) {
                fleet.simulation().at(look, () -> FleetState.ask(fleet, looks::add));
            }
            // Warsaw's cluster falls apart and both halves write
            List<StoreFleet.Member> warsaw = fleet.stores().subList(0, 2);
            fleet.simulation().at(FAULT, () -> {
                fleet.between(
                        warsaw.subList(0, 1),
                        warsaw.subList(1, 2),
                        fleet.simulation().network()::cut);
                warsaw.forEach(store -> fleet.client(
                        store, Clients.commits(store, List.of(Clients.machines("fault-" + store.name(), MACHINES)))));
            });
            fleet.simulation()
                    .at(
                            HEAL,
                            () -> fleet.between(
                                    warsaw.subList(0, 1),
                                    warsaw.subList(1, 2),
                                    fleet.simulation().network()::heal));
            Map<String, Map<String, Object>> machines = new TreeMap<>();
            Map<String, Map<String, Object>> apps = new TreeMap<>();
            fleet.simulation().at(BEFORE_FAULT, () -> {
                for (StoreFleet.Member store : fleet.stores()) {
                    fleet.client(store, () -> {
                        machines.put(
                                store.name(), Clients.pairs(store, "SELECT app, count(*) FROM machines GROUP BY app"));
                        apps.put(store.name(), Clients.pairs(store, "SELECT id, region FROM apps"));
                    });
                }
            });
            fleet.run(HEALED.plusSeconds(1));

            assertThat(fleet.problems()).isEmpty();
            assertThat(looks).hasSize(3);
            for (StoreFleet.Member store : fleet.stores()) {
                String region = store.region().code();
                boolean isGlobal = cluster(store) == 0;
                assertThat(machines.get(store.name()))
                        .as("machines of %s", store.name())
                        .isEqualTo(isGlobal ? Map.of() : Map.of("before-" + region, MACHINES));
                assertThat(apps.get(store.name()))
                        .as("applications of %s", store.name())
                        .isEqualTo(isGlobal ? placements() : Map.of());
            }
            refusedWithANotice(fleet);
            clusters.forEach((id, stores) -> {
                assertThat(among(looks.get(0), stores))
                        .as("cluster %s before", id)
                        .isEqualTo("agreement");
                assertThat(among(looks.get(2), stores))
                        .as("cluster %s healed", id)
                        .isEqualTo("agreement");
                if (id == cluster(warsaw.getFirst())) {
                    assertThat(among(looks.get(1), stores))
                            .as("cluster %s cut", id)
                            .isNotEqualTo("agreement");
                } else {
                    for (StoreFleet.Member store : stores) {
                        assertThat(looks.get(1).of(store))
                                .isEqualTo(looks.get(0).of(store));
                        assertThat(looks.get(2).of(store))
                                .isEqualTo(looks.get(0).of(store));
                    }
                }
            });
        }
    }

    private static void refusedWithANotice(StoreFleet fleet) {
        StoreFleet.Member astray = fleet.store(regional("syd", 2));
        assertThat(astray.notices())
                .extracting(StoreFleet.Event::line)
                .anyMatch(line -> line.contains("refused this node: found cluster id 3, expected 1 at store-waw-1"));
        for (StoreFleet.Member store : fleet.stores()) {
            assertThat(Events.of(store).named("member.up").texts("member"))
                    .as("members of %s", store.name())
                    .hasSameElementsAs(fleet.stores().stream()
                            .filter(other -> cluster(other) == cluster(store)
                                    && !other.name().equals(store.name()))
                            .map(StoreFleet.Member::name)
                            .toList());
        }
    }

    private static void write(StoreFleet fleet, String app) {
        for (String region : REGIONS) {
            StoreFleet.Member machines = fleet.store(regional(region, 1));
            String of = app + "-" + region;
            fleet.client(machines, Clients.commits(machines, List.of(Clients.machines(of, MACHINES))));
            StoreFleet.Member apps = fleet.store(global(region));
            fleet.client(
                    apps,
                    Clients.commits(
                            apps,
                            List.of(Clients.sql(
                                    "INSERT INTO apps (id, region) VALUES ('" + of + "', '" + region + "')"))));
        }
    }

    private static Map<String, Object> placements() {
        Map<String, Object> placements = new TreeMap<>();
        REGIONS.forEach(region -> placements.put("before-" + region, region));
        return placements;
    }

    private static String among(FleetState state, List<StoreFleet.Member> stores) {
        Map<String, Map<String, Object>> some = new TreeMap<>();
        stores.forEach(store -> some.put(store.name(), state.of(store)));
        return new FleetState(some).disagreement().orElse("agreement");
    }

    private static int cluster(StoreFleet.Member store) {
        String region = store.region().code();
        return store.name().equals(global(region))
                ? 0
                : 1
                        + IntStream.range(0, REGIONS.size())
                                .filter(i -> REGIONS.get(i).equals(region))
                                .findFirst()
                                .orElseThrow();
    }

    private static String regional(String region, int number) {
        return "store-" + region + "-" + number;
    }

    private static String global(String region) {
        return "store-" + region + "-" + GLOBAL;
    }
}
