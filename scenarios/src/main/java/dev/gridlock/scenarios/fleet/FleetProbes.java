package dev.gridlock.scenarios.fleet;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.gridlock.engine.sut.DataSet;
import dev.gridlock.engine.sut.HttpCall;
import dev.gridlock.engine.sut.ProbedState;
import dev.gridlock.engine.sut.StateProbe;
import dev.gridlock.engine.topology.NodeName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to ask the nodes of a fleet what they hold. Stores tell a digest of all tables, and their rows, from which the
 * digest of each application's catalog is computed; proxies tell that digest for each application they have loaded. So
 * stores are compared with each other, and every proxy with the stores.
 */
final class FleetProbes {

    private static final String ROWS =
            "SELECT 'app' AS kind, id, id AS app, name AS a, '' AS b, '' AS c, update_id FROM apps"
                    + " UNION ALL SELECT 'machine', id, app, region, address, state, update_id FROM machines";

    private final FleetLayout layout;

    FleetProbes(FleetLayout layout) {
        this.layout = layout;
    }

    /** Every question to every node. */
    List<StateProbe> all(DataSet data) {
        var probes = new ArrayList<StateProbe>();
        for (var store : layout.allStores()) {
            probes.add(new StateProbe(
                    store.toString(),
                    HttpCall.get(store.toString(), layout.ip(store), FleetLayout.STORE_API_PORT, "/admin/state"),
                    FleetProbes::tables));
            probes.add(new StateProbe(
                    store.toString(),
                    HttpCall.postJson(
                            store.toString(),
                            layout.ip(store),
                            FleetLayout.STORE_API_PORT,
                            "/v1/queries",
                            FleetData.json(ROWS)),
                    body -> StoreRows.read(body).state()));
        }
        for (var proxy : layout.allProxies()) {
            for (int application = 0; application < data.applications(); application++) {
                probes.add(catalog(proxy, FleetData.app(application)));
            }
        }
        return probes;
    }

    private StateProbe catalog(NodeName proxy, String app) {
        return new StateProbe(
                proxy.toString(),
                HttpCall.get(proxy.toString(), layout.ip(proxy), FleetLayout.PROXY_CONTROL_PORT, "/digest?app=" + app),
                body -> catalog(body, app));
    }

    private static ProbedState tables(String body) {
        return ProbedState.digest("the tables", text(object(body), "digest"));
    }

    private static ProbedState catalog(String body, String app) {
        var answer = object(body);
        return answer.get("loadedApps") instanceof List<?> loaded && loaded.contains(app)
                ? new ProbedState(Map.of(StoreRows.catalogOf(app), text(answer, "digest")), Optional.empty())
                : ProbedState.nothing();
    }

    private static Map<String, Object> object(String body) {
        try {
            return JSON.std.mapFrom(body);
        } catch (IOException notAnObject) {
            throw new IllegalArgumentException("the answer is not a JSON object: " + shortened(body), notAnObject);
        }
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
