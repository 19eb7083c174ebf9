package dev.gridlock.scenarios.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.sut.DataSet;
import dev.gridlock.engine.sut.ProbedState;
import dev.gridlock.engine.sut.StateAnswer;
import dev.gridlock.engine.sut.StateProbe;
import dev.gridlock.engine.sut.StateReading;
import dev.gridlock.proxy.catalog.Application;
import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.CatalogDigest;
import dev.gridlock.proxy.catalog.CatalogObserver;
import dev.gridlock.proxy.catalog.Loading;
import dev.gridlock.proxy.catalog.Machine;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.route.usage.Hosts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FleetProbesTest {

    private static final String ROWS = """
        {"columns":["kind","id","app","a","b","c","update_id"]}
        {"row":[1,["machine","m-1-10","app-1","iad","10.2.3.1:8080","started",""]]}
        {"row":[2,["machine","m-1-2","app-1","waw","10.1.3.1:8080","started","u-9"]]}
        {"row":[3,["app","app-1","app-1","Application 1","","",""]]}
        {"row":[4,["app","app-2","app-2","Application 2","","",""]]}
        {"row":[5,["machine","m-2-1","app-2","waw","10.1.3.1:8080","stopped","u-3"]]}
        {"eoq":{"time":0.0}}
        """;

    private final FleetPlan plan = Fleets.plan();
    private final List<StateProbe> probes = plan.convergenceProbes(new DataSet(2, 2));

    private StateAnswer answer(String node, String path, String body) {
        return probes.stream()
                .filter(probe ->
                        probe.node().equals(node) && probe.call().path().equals(path))
                .findFirst()
                .map(probe -> new StateAnswer(probe, body))
                .orElseThrow();
    }

    private static String proxyAnswer(String digest, String... apps) {
        return FleetData.json(Map.of("digest", digest, "loadedApps", List.of(apps)));
    }

    private Map<String, String> digests(String node, List<StateAnswer> answers) {
        return plan.interpret(answers).stream()
                .filter(reading -> reading.node().equals(node))
                .flatMap(reading -> reading.state().stream())
                .map(ProbedState::digests)
                .filter(digests -> !digests.isEmpty())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyStoreAndProxyIsAskedAndTheCheapQuestionComesFirst() {
        assertThat(probes)
                .extracting(probe -> probe.node() + " " + probe.call().path())
                .containsExactly(
                        "store-waw-1 /admin/state",
                        "store-waw-1 /v1/queries",
                        "store-waw-2 /admin/state",
                        "store-waw-2 /v1/queries",
                        "store-iad-1 /admin/state",
                        "store-iad-1 /v1/queries",
                        "proxy-waw-1 /digest",
                        "proxy-waw-2 /digest",
                        "proxy-waw-3 /digest",
                        "proxy-iad-1 /digest");
    }

    @Test
    void theDigestThatFollowsFromAStoresRowsIsTheOneThatAProxyTells() {
        var catalog = new Catalog(
                CatalogLocks.create("reentrant"), new LockLedger(16), new Silent(), Loading.EAGER, new Hosts());
        catalog.write("test", "", "", WriteTimeout.after(Duration.ofSeconds(1)), edit -> {
            edit.putApplication(new Application("app-1", "Application 1", ""));
            edit.putMachine(new Machine("m-1-2", "app-1", "waw", "10.1.3.1:8080", "started", "u-9"));
            edit.putMachine(new Machine("m-1-10", "app-1", "iad", "10.2.3.1:8080", "started", ""));
            edit.putApplication(new Application("app-2", "Application 2", ""));
            edit.putMachine(new Machine("m-2-1", "app-2", "waw", "10.1.3.1:8080", "stopped", "u-3"));
            return true;
        });
        var rows = StoreRows.read(ROWS);

        assertThat(rows.digestOf(List.of("app-1", "app-2")))
                .isEqualTo(CatalogDigest.of(catalog, List.of()).hex());
        assertThat(rows.digestOf(List.of("app-2")))
                .isEqualTo(CatalogDigest.of(catalog, List.of("app-2")).hex());
    }

    @Test
    void aProxyIsComparedWithTheStoreThatFeedsIt() {
        var right = StoreRows.read(ROWS).digestOf(List.of("app-2"));
        var answers = List.of(
                answer("store-waw-2", "/v1/queries", ROWS),
                answer("store-iad-1", "/v1/queries", ROWS),
                answer("proxy-waw-2", "/digest", proxyAnswer(right, "app-2")));

        assertThat(digests("proxy-waw-2", answers))
                .isEqualTo(Map.of("the applications that proxy-waw-2 has loaded", right))
                .isEqualTo(digests("store-waw-2", answers));
        assertThat(plan.interpret(answers))
                .filteredOn(reading -> reading.node().equals("store-iad-1"))
                .singleElement()
                .satisfies(reading ->
                        assertThat(reading.state().orElseThrow().digests()).isEmpty());
    }

    @Test
    void aProxyThatKeepsSomeRegionsIsComparedWithTheRowsOfThose() {
        var catalog = new Catalog(
                CatalogLocks.create("reentrant"), new LockLedger(16), new Silent(), Loading.EAGER, new Hosts());
        catalog.write("test", "", "", WriteTimeout.after(Duration.ofSeconds(1)), edit -> {
            edit.putApplication(new Application("app-1", "Application 1", ""));
            edit.putMachine(new Machine("m-1-2", "app-1", "waw", "10.1.3.1:8080", "started", "u-9"));
            return true;
        });
        var ofWarsaw = CatalogDigest.of(catalog, List.of()).hex();
        var answers = List.of(
                answer("store-waw-2", "/v1/queries", ROWS),
                answer(
                        "proxy-waw-2",
                        "/digest",
                        FleetData.json(Map.of(
                                "digest", ofWarsaw, "loadedApps", List.of("app-1"), "regions", List.of("waw")))));

        assertThat(digests("store-waw-2", answers))
                .isEqualTo(Map.of("the applications that proxy-waw-2 has loaded", ofWarsaw))
                .isEqualTo(digests("proxy-waw-2", answers));
        assertThat(StoreRows.read(ROWS).digestOf(List.of("app-1"))).isNotEqualTo(ofWarsaw);
    }

    @Test
    void aProxyThatMissedAChangeTellsAnotherDigest() {
        var stale = StoreRows.read(ROWS.replace("u-3", "u-2")).digestOf(List.of("app-2"));
        var answers = List.of(
                answer("store-waw-2", "/v1/queries", ROWS),
                answer("proxy-waw-2", "/digest", proxyAnswer(stale, "app-2")));

        assertThat(digests("proxy-waw-2", answers)).isNotEqualTo(digests("store-waw-2", answers));
    }

    @Test
    void storesTellTheirTablesAndTheLastUpdateOfEachMachine() {
        var readings = plan.interpret(List.of(
                answer("store-iad-1", "/admin/state", "{\"node\":\"store-iad-1\",\"digest\":\"abc\",\"rows\":5}"),
                answer("store-iad-1", "/v1/queries", ROWS)));

        assertThat(readings).first().isEqualTo(StateReading.of("store-iad-1", ProbedState.digest("the tables", "abc")));
        assertThat(readings.getLast().state().orElseThrow().updates())
                .hasValue(Map.of("m-1-10", "", "m-1-2", "u-9", "m-2-1", "u-3"));
    }

    @Test
    void anAnswerThatCannotBeReadIsSaidToBeSo() {
        var readings = plan.interpret(List.of(
                answer("store-iad-1", "/admin/state", "oops"),
                answer("store-waw-1", "/admin/state", "{\"node\":\"store-waw-1\"}"),
                answer("store-iad-1", "/v1/queries", "{\"columns\":[]}\n{\"row\":[1,[\"app\"]]}"),
                answer("store-waw-1", "/v1/queries", ROWS.lines().limit(3).collect(Collectors.joining("\n"))),
                answer("store-waw-2", "/v1/queries", "{\"error\":\"disk full\"}"),
                answer("proxy-iad-1", "/digest", "{}")));

        assertThat(readings)
                .extracting(StateReading::problem)
                .containsExactly(
                        "the answer is not a JSON object: oops",
                        "the answer has no text \"digest\": {node=store-waw-1}",
                        "a row has 1 columns, expected 7",
                        "the answer to the query is cut off",
                        "the query answered {\"error\":\"disk full\"}",
                        "the answer has no text \"digest\": {}");
        assertThat(readings).allSatisfy(reading -> assertThat(reading.state()).isEmpty());
    }

    private static final class Silent implements CatalogObserver {
        @Override
        public void completed(LockOperation operation) {}

        @Override
        public void timedOut(LockOperation operation) {}
    }
}
