package dev.gridlock.scenarios.fleet;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.gridlock.engine.sut.HttpCall;
import dev.gridlock.engine.sut.ProbedState;
import dev.gridlock.engine.sut.StateAnswer;
import dev.gridlock.engine.sut.StateProbe;
import dev.gridlock.engine.sut.StateReading;
import dev.gridlock.engine.topology.NodeName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How to ask the nodes of a fleet what they hold. Stores tell a digest of all tables, and their rows; proxies tell which
 * applications they have loaded and a digest of those. From the rows of the store that feeds a proxy follows the digest
 * that the proxy should have, so stores are compared with each other and each proxy with its store.
 */
final class FleetProbes {

    private static final String TABLES = "/admin/state";
    private static final String ROWS = "/v1/queries";
    private static final String CATALOG = "/digest";
    private static final String ROWS_QUERY =
            "SELECT 'app' AS kind, id, id AS app, name AS a, '' AS b, '' AS c, update_id FROM apps"
                    + " UNION ALL SELECT 'machine', id, app, region, address, state, update_id FROM machines";

    private final FleetLayout layout;

    FleetProbes(FleetLayout layout) {
        this.layout = layout;
    }

    /** Every question to every node. */
    List<StateProbe> all() {
        var probes = new ArrayList<StateProbe>();
        for (var store : layout.allStores()) {
            var name = store.toString();
            var ip = layout.ip(store);
            probes.add(new StateProbe(name, HttpCall.get(name, ip, FleetLayout.STORE_API_PORT, TABLES)));
            probes.add(new StateProbe(
                    name, HttpCall.postJson(name, ip, FleetLayout.STORE_API_PORT, ROWS, FleetData.json(ROWS_QUERY))));
        }
        for (var proxy : layout.allProxies()) {
            var name = proxy.toString();
            probes.add(new StateProbe(
                    name, HttpCall.get(name, layout.ip(proxy), FleetLayout.PROXY_CONTROL_PORT, CATALOG)));
        }
        return probes;
    }

    /** What the answers of one pass tell. */
    List<StateReading> interpret(List<StateAnswer> answers) {
        var readings = new ArrayList<StateReading>();
        var rowsByStore = new LinkedHashMap<String, StoreRows>();
        for (var answer : answers) {
            var node = answer.probe().node();
            try {
                switch (answer.probe().call().path()) {
                    case TABLES ->
                        readings.add(StateReading.of(
                                node, ProbedState.digest("the tables", text(object(answer.body()), "digest"))));
                    case ROWS -> rowsByStore.put(node, StoreRows.read(answer.body()));
                    default -> readings.add(StateReading.of(node, loaded(answer)));
                }
            } catch (IllegalArgumentException unreadable) {
                readings.add(StateReading.unreadable(node, String.valueOf(unreadable.getMessage())));
            }
        }
        rowsByStore.forEach((store, rows) -> readings.add(StateReading.of(
                store, new ProbedState(expected(store, rows, answers), Optional.of(rows.lastUpdates())))));
        return readings;
    }

    /** The digests that the proxies fed by a store should tell, given what they have loaded. */
    private Map<String, String> expected(String store, StoreRows rows, List<StateAnswer> answers) {
        var digests = new TreeMap<String, String>();
        for (var proxy : layout.allProxies()) {
            if (layout.storeOf(proxy).toString().equals(store)) {
                loaded(proxy, answers)
                        .ifPresent(loaded -> digests.put(
                                thing(proxy.toString()),
                                rows.digestOf(names(loaded, "loadedApps"), names(loaded, "regions"))));
            }
        }
        return digests;
    }

    private static Optional<Map<String, Object>> loaded(NodeName proxy, List<StateAnswer> answers) {
        return answers.stream()
                .filter(answer -> answer.probe().node().equals(proxy.toString()))
                .findFirst()
                .flatMap(answer -> readable(answer.body()));
    }

    private static ProbedState loaded(StateAnswer answer) {
        return ProbedState.digest(thing(answer.probe().node()), text(object(answer.body()), "digest"));
    }

    private static String thing(String proxy) {
        return "the applications that " + proxy + " has loaded";
    }

    private static List<String> names(Map<String, Object> answer, String member) {
        return answer.get(member) instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
    }

    private static Optional<Map<String, Object>> readable(String body) {
        try {
            return Optional.of(JSON.std.mapFrom(body));
        } catch (IOException notAnObject) {
            return Optional.empty();
        }
    }

    private static Map<String, Object> object(String body) {
        return readable(body)
                .orElseThrow(() -> new IllegalArgumentException("the answer is not a JSON object: " + shortened(body)));
    }

    private static String text(Map<String, Object> object, String member) {
        if (object.get(member) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(
                "the answer has no text \"" + member + "\": " + shortened(object.toString()));
    }

    static String shortened(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }
}
