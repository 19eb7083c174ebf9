package dev.gridlock.store.api;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.StoreClient;
import dev.gridlock.store.testing.SubscriptionStream;
import dev.gridlock.store.testing.TestNode;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One row for each fact about Corrosion's handlers that {@link ApiShapeTest} does not tell already. */
class ApiConformanceTest {
    private static final String TOKEN = "api-token";
    private static final String ENDPOINT = "x-corrosion-requested-endpoint-name";

    private static TestNode open;
    private static TestNode guarded;

    @BeforeAll
    static void start(@TempDir Path folder) {
        open = TestNode.start(
                folder,
                "open",
                List.of(),
                toml -> toml.replace("[subscriptions]", "endpoint_name = \"fra-1\"\n[subscriptions]"));
        guarded = TestNode.start(
                folder,
                "guarded",
                List.of(),
                toml -> toml.replace(
                        "[subscriptions]", "[api.authorization]\nbearer_token = \"" + TOKEN + "\"\n[subscriptions]"));
        open.client().commit("[\"INSERT INTO apps (id) VALUES ('a'), ('b')\", \"INSERT INTO tags VALUES ('t')\"]");
    }

    @AfterAll
    static void stop() {
        open.close();
        guarded.close();
    }

    /**
     * @param fact what Corrosion does
     * @param node the node asked
     * @param method of the request
     * @param path with query string
     * @param headers besides the content type, which is JSON for every request with a body
     * @param body empty for none
     * @param status expected
     * @param answer a pattern for the whole body
     */
    record Fact(
            String fact,
            TestNode node,
            String method,
            String path,
            Map<String, String> headers,
            String body,
            int status,
            String answer) {

        @Override
        public String toString() {
            return fact;
        }
    }

    private static Fact get(String fact, String path, int status, String answer) {
        return new Fact(fact, open, "GET", path, Map.of(), "", status, answer);
    }

    private static Fact post(String fact, String path, String body, int status, String answer) {
        return new Fact(fact, open, "POST", path, Map.of(), body, status, answer);
    }

    private static Fact asking(String fact, String endpoint, int status, String answer) {
        return new Fact(fact, open, "POST", "/v1/queries", Map.of(ENDPOINT, endpoint), "\"SELECT 1\"", status, answer);
    }

    private static Fact as(String fact, String authorization, int status, String answer) {
        Map<String, String> headers = authorization.isEmpty() ? Map.of() : Map.of("Authorization", authorization);
        return new Fact(fact, guarded, "POST", "/v1/queries", headers, "\"SELECT 1\"", status, answer);
    }

    static Stream<Fact> facts() {
        String rows = "(?s)\\{\"columns\":.*\\{\"eoq\":\\{\"time\":[0-9.E-]+}}\n";
        String noLag = "\\{\"error\":\"no p99 lag information available\"}";
        String refused = "\\{\"error\":\"found (no|another) Authorization, expected the bearer token of this node\"}";
        String stats = "/v1/table_stats";
        return Stream.of(
                asking("endpoint name: the right one is served", "fra-1", 200, rows),
                asking(
                        "endpoint name: another one is misdirected",
                        "waw-1",
                        421,
                        "\\{\"error\":\"found a request for endpoint waw-1, expected fra-1\"}"),
                post("endpoint name: absent is accepted", "/v1/queries", "\"SELECT 1\"", 200, rows),
                new Fact(
                        "endpoint name: not compared unless configured",
                        guarded,
                        "POST",
                        "/v1/queries",
                        Map.of(ENDPOINT, "waw-1", "Authorization", "Bearer " + TOKEN),
                        "\"SELECT 1\"",
                        200,
                        rows),
                as("authorization: none is 401", "", 401, refused),
                as("authorization: a wrong token is 401", "Bearer api-toke", 401, refused),
                as("authorization: another scheme is 401", "Basic " + TOKEN, 401, refused),
                as("authorization: the token alone is 401", TOKEN, 401, refused),
                as("authorization: the right token is served", "Bearer " + TOKEN, 200, rows),
                as("authorization: the scheme's case does not matter", "bearer " + TOKEN, 200, rows),
                post("migrations: the route is gone since 1.0", "/v1/migrations", "[]", 404, ".*found path /v1/migr.*"),
                get("metrics: not on the API's port", "/metrics", 404, ".*found path /metrics.*"),
                post(
                        "transactions: the timeout of the request stops a statement, 500 with results",
                        "/v1/transactions?timeout=1",
                        "[\"INSERT INTO apps (id) VALUES ('late')\", \"INSERT INTO apps (id) WITH RECURSIVE n(i) AS"
                                + " (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0\"]",
                        500,
                        "\\{\"results\":\\[\\{\"error\":\"found a transaction that ran out of its time.*\"}],"
                                + "\"time\":0.0,\"version\":null,\"actor_id\":\"[0-9a-f-]{36}\"}"),
                post(
                        "transactions: the first statement that fails aborts all",
                        "/v1/transactions",
                        "[\"INSERT INTO apps (id) VALUES ('half')\", \"INSERT INTO apps (id) VALUES ('a')\"]",
                        500,
                        "\\{\"results\":\\[\\{\"error\":\"UNIQUE constraint failed: apps.id\"}],"
                                + "\"time\":0.0,\"version\":null,\"actor_id\":\"[0-9a-f-]{36}\"}"),
                post(
                        "queries: no row leaves columns and the end, rows count from 1 otherwise",
                        "/v1/queries",
                        "\"SELECT id FROM apps WHERE id = 'half' OR id = 'late'\"",
                        200,
                        "\\{\"columns\":\\[\"id\"]}\n\\{\"eoq\":\\{\"time\":[0-9.E-]+}}\n"),
                post(
                        "queries: an unknown table is 400",
                        "/v1/queries",
                        "\"SELECT 1 FROM nowhere\"",
                        400,
                        "\\{\"error\":\"no such table: nowhere\"}"),
                post(
                        "subscriptions: a statement that writes is 400",
                        "/v1/subscriptions",
                        "\"DELETE FROM apps\"",
                        400,
                        "\\{\"error\":\"found DELETE, expected a SELECT to subscribe to\"}"),
                post(
                        "table_stats: rows of the valid tables, names of the others",
                        stats,
                        "{\"tables\":[\"apps\",\"nowhere\",\"tags\",\"sqlite_master\"]}",
                        200,
                        "\\{\"total_row_count\":3,\"invalid_tables\":\\[\"nowhere\",\"sqlite_master\"]}"),
                post(
                        "table_stats: no tables have no rows",
                        stats,
                        "{\"tables\":[]}",
                        200,
                        "\\{\"total_row_count\":0,\"invalid_tables\":\\[]}"),
                post("table_stats: a wrong shape is 422", stats, "[\"apps\"]", 422, ".*found no list of tables.*"),
                post("table_stats: a wrong name is 422", stats, "{\"tables\":[7]}", 422, ".*found 7 in tables.*"),
                post("table_stats: no JSON is 400", stats, "{\"tables\":", 400, ".*found a body that is not JSON.*"),
                get("table_stats: GET is not allowed", stats, 405, ".*found GET /v1/table_stats, expected POST.*"),
                post("updates: an unknown table is 400", "/v1/updates/nowhere", "", 400, ".*found table nowhere, .*"),
                get("updates: GET is not allowed", "/v1/updates/apps", 405, ".*expected POST.*"),
                get("health: no remote commit of late is a failure", "/v1/health", 503, noLag),
                get("health: the failure's status is the client's choice", "/v1/health?failure_status=418", 418, noLag),
                get("health: thresholds are numbers", "/v1/health?gaps=x", 400, ".*found gaps=x.*"),
                get("health: lag is in seconds", "/v1/health?p99_lag=1s", 400, ".*found p99_lag=1s.*"),
                get("health: a status is a status", "/v1/health?failure_status=7", 400, ".*found failure_status=7.*"),
                get("subscriptions: from is a number", "/v1/subscriptions/x?from=x", 400, ".*found from=x.*"));
    }

    @ParameterizedTest
    @MethodSource("facts")
    void theHandlerDoesWhatCorrosionsDoes(Fact fact) {
        HttpResponse<String> response = fact.node().client().send(request(fact));
        assertThat(response.body()).matches(fact.answer());
        assertThat(response.statusCode()).isEqualTo(fact.status());
        if (response.statusCode() == 200 && fact.path().equals("/v1/queries")) {
            assertThat(response.headers().map())
                    .doesNotContainKeys("corro-query-id", "corro-query-hash", "content-type");
        }
        if (response.statusCode() == 401) {
            assertThat(response.headers().firstValue("www-authenticate")).hasValue("Bearer");
        }
    }

    private static HttpRequest.Builder request(Fact fact) {
        HttpRequest.Builder request = fact.node().client().request(fact.path());
        new TreeMap<>(fact.headers()).forEach(request::header);
        if (fact.body().isEmpty()) {
            return request.method(fact.method(), BodyPublishers.noBody());
        }
        return request.header("Content-Type", "application/json")
                .method(fact.method(), BodyPublishers.ofString(fact.body()));
    }

    @Test
    void everyRouteAsksForTheToken() {
        for (String route : List.of(
                "POST /v1/transactions",
                "POST /v1/queries",
                "POST /v1/subscriptions",
                "GET /v1/subscriptions/00000000-0000-0000-0000-000000000000",
                "POST /v1/updates/apps",
                "POST /v1/table_stats",
                "GET /v1/health",
                "GET /admin/state",
                "GET /nowhere")) {
            String[] parts = route.split(" ", 2);
            HttpResponse<String> response =
                    guarded.client().send(guarded.client().request(parts[1]).method(parts[0], BodyPublishers.noBody()));
            assertThat(response.statusCode()).as(route).isEqualTo(401);
        }
    }

    @Test
    void anEndpointNameThatIsNotAsciiIsRefused() throws Exception {
        try (RawConnection connection = new RawConnection(open.api())) {
            connection.send("GET /admin/state HTTP/1.1\r\nHost: x\r\n" + ENDPOINT + ": fr\u00e4-1\r\n\r\n");
            assertThat(connection.answer()).startsWith("HTTP/1.1 400 ").contains("expected ASCII");
        }
    }

    @Test
    void aSubscriptionNamesItsIdAndItsHash() throws Exception {
        try (SubscriptionStream stream = open.client().subscribe("SELECT name FROM tags")) {
            assertThat(stream.id()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
            assertThat(stream.header("corro-query-hash")).isNotEmpty();
            assertThat(stream.header("content-type")).isEmpty();
            assertThat(stream.snapshot().getLast()).matches("\\{\"eoq\":\\{\"time\":[0-9.E-]+,\"change_id\":0}}");
        }
    }

    @Test
    void requestsOverTheCapAreSentAwayUntilAnAnswerBegins(@TempDir Path folder) throws Exception {
        try (TestNode node = TestNode.start(
                folder,
                "capped",
                List.of(),
                toml -> toml.replace(
                        "[subscriptions]", "max_concurrency = 1\nmax_concurrency_stats = 1\n[subscriptions]"))) {
            StoreClient client = node.client();
            for (String path : List.of("/v1/transactions", "/v1/table_stats", "/v1/updates/apps")) {
                // again when the node was slow to read the first of the two, which has nothing to tell it by
                eventually(() -> holdAndAskAgain(node, path));
            }
            eventually(() -> client.commit("[\"SELECT 1\"]"));
            try (SubscriptionStream first = client.subscribe("SELECT id FROM apps");
                    SubscriptionStream second = client.subscribe("SELECT id FROM apps");
                    SubscriptionStream third = client.resubscribe("/v1/subscriptions/" + first.id());
                    SubscriptionStream fourth = client.resubscribe("/v1/subscriptions/" + first.id())) {
                assertThat(List.of(first.snapshot(), second.snapshot(), third.snapshot(), fourth.snapshot()))
                        .as("an open stream does not count")
                        .allMatch(snapshot -> snapshot.size() == 2);
            }
        }
    }

    private static void holdAndAskAgain(TestNode node, String path) throws Exception {
        StoreClient client = node.client();
        try (RawConnection slow = new RawConnection(node.api())) {
            slow.send("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 100\r\n\r\n[");
            Thread.sleep(30);
            HttpResponse<String> response = client.post(path.replace("apps", "tags"), "7");
            assertThat(response.statusCode()).as(path).isEqualTo(503);
            assertThat(response.body()).isEqualTo("max concurrency limit reached");
            assertThat(response.headers().firstValue("content-type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
            assertThat(client.rows("SELECT 1")).as("each route has its own cap").hasSize(1);
        }
    }
}
