package dev.gridlock.scenarios.stores;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.gridlock.simulator.Program;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What clients of stores do, each in a node of the simulation. An answer that tells of a failure fails the test. */
final class Clients {
    private static final int TIMEOUT_MILLIS = 30_000;

    private Clients() {}

    /** Commits transactions one after another, each a JSON array of statements. */
    static Program commits(StoreFleet.Member store, List<String> transactions) {
        return () -> {
            try (StoreClient client = StoreClient.connect(store.address(), TIMEOUT_MILLIS)) {
                for (String transaction : transactions) {
                    expectOk(client.post("/v1/transactions", transaction));
                }
            }
        };
    }

    /** Has the store read its schema file again. */
    static Program reload(StoreFleet.Member store) {
        return () -> {
            try (StoreClient client = StoreClient.connect(store.address(), TIMEOUT_MILLIS)) {
                expectOk(client.post("/admin/reload", ""));
            }
        };
    }

    private static String expectOk(StoreClient.Answer answer) throws IOException {
        if (answer.status() != 200) {
            throw new IOException("found status " + answer.status() + " with " + answer.body() + ", expected 200");
        }
        return answer.body();
    }

    /** A transaction that inserts machines of one application: {@code <app>-1} and so on. */
    static String machines(String app, int count) {
        return """
            ["INSERT INTO machines (id, app, state, update_id) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n\
             WHERE i < %d) SELECT '%s-' || i, '%s', 'started', '%s' FROM n"]""".formatted(count, app, app, app);
    }

    /** A transaction of one statement without quotes in it. */
    static String sql(String statement) {
        return "[\"" + statement + "\"]";
    }

    /** The rows of a query of two columns, a text and a number or text, as of now. */
    static Map<String, Object> pairs(StoreFleet.Member store, String query) throws IOException {
        try (StoreClient client = StoreClient.connect(store.address(), TIMEOUT_MILLIS)) {
            String body = expectOk(client.post("/v1/queries", '"' + query + '"'));
            Map<String, Object> pairs = new TreeMap<>();
            boolean ended = false;
            for (String line : body.lines().toList()) {
                Map<String, Object> event = JSON.std.mapFrom(line);
                if (event.get("row") instanceof List<?> row && row.get(1) instanceof List<?> values) {
                    pairs.put(String.valueOf(values.get(0)), values.get(1));
                }
                ended |= event.containsKey("eoq");
            }
            if (!ended) {
                throw new IOException("found " + body + ", expected an end of the query");
            }
            return pairs;
        }
    }
}
