package dev.gridlock.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.StoreClient;
import dev.gridlock.store.testing.TestNode;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shapes, status codes and error bodies of the Corrosion v1 client API. */
class ApiShapeTest {
    private static TestNode node;
    private static StoreClient client;

    @BeforeAll
    static void start(@TempDir Path folder) {
        node = TestNode.start(folder, "api", List.of());
        client = node.client();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void aTransactionAnswersWithOneResultAStatementAndItsVersion() {
        HttpResponse<String> response = client.post("/v1/transactions", """
            ["INSERT INTO notes (author, number, body) VALUES ('tx', 1, 'a')",
             ["INSERT INTO notes VALUES (?, ?, ?, ?)", ["tx", 2, null, 1.5]],
             ["INSERT INTO notes VALUES (:a, :n, :b, :w)", {":a": "tx", ":n": 3, ":b": [0, 255], ":w": 2}],
             {"query": "UPDATE notes SET body = ? WHERE author = 'tx' AND number = 1", "params": [true]},
             {"query": "UPDATE notes SET weight = $w WHERE author = 'tx'", "named_params": {"$w": 0.25}}]
            """);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type"))
                .hasValueSatisfying(v -> assertThat(v).startsWith("application/json"));
        Map<String, Object> body = StoreClient.json(response.body());
        assertThat(body)
                .containsOnlyKeys("results", "time", "version", "actor_id")
                .containsEntry("actor_id", node.actor());
        assertThat(body.get("version")).isInstanceOf(Integer.class);
        assertThat(response.body().replaceAll("\"time\":[0-9.E-]+", "T"))
                .startsWith("{\"results\":[{\"rows_affected\":1,T},{\"rows_affected\":1,T},{\"rows_affected\":1,T},"
                        + "{\"rows_affected\":1,T},{\"rows_affected\":3,T}],T,\"version\":");
        assertThat(client.rows("SELECT number, body, weight FROM notes WHERE author = 'tx' ORDER BY number"))
                .containsExactly("[1,1,0.25]", "[2,null,0.25]", "[3,[0,255],0.25]");
    }

    @Test
    void aTransactionThatChangesNothingHasNoVersion() {
        client.commit("[\"INSERT INTO apps (id, name) VALUES ('same', 'x')\"]");
        assertThat(client.commit("[\"UPDATE apps SET name = 'x' WHERE id = 'same'\"]"))
                .containsEntry("version", null);
    }

    @Test
    void aQueryStreamsColumnsRowsAndItsEnd() {
        client.commit("[\"INSERT INTO apps (id, name) VALUES ('q1', 'one'), ('q2', 'two')\"]");
        HttpResponse<String> response = client.post(
                "/v1/queries",
                "[\"SELECT id, name AS title, 1.5, x'0aff' AS b FROM apps WHERE id LIKE ? ORDER BY id\", [\"q%\"]]");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("transfer-encoding")).hasValue("chunked");
        assertThat(response.headers().firstValue("content-type")).isEmpty();
        assertThat(response.body().replaceAll("\"time\":[0-9.E-]+", "T")).isEqualTo("""
            {"columns":["id","title","1.5","b"]}
            {"row":[1,["q1","one",1.5,[10,255]]]}
            {"row":[2,["q2","two",1.5,[10,255]]]}
            {"eoq":{T}}
            """);
    }

    @Test
    void jsonValuesBecomeSqliteValues() {
        HttpResponse<String> response = client.post(
                "/v1/queries",
                "[\"SELECT typeof(?), typeof(?), typeof(?), typeof(?), typeof(?), ?, typeof(?)\","
                        + " [null, false, 9223372036854775807, 1e3, [], {\"a\":[1,300]}, 99999999999999999999]]");
        assertThat(response.body())
                .contains(
                        "{\"row\":[1,[\"null\",\"integer\",\"integer\",\"real\",\"blob\",\"{\\\"a\\\":[1,300]}\",\"real\"]]}");
    }

    @Test
    void infinityHasNoJsonAndIsNull() {
        assertThat(client.rows("SELECT 1e999, -1e999, 1e308")).containsExactly("[null,null,1.0E308]");
    }

    @Test
    void aTimeoutOfZeroIsNone() {
        assertThat(client.post("/v1/queries?timeout=0", "\"SELECT 1\"").body()).contains("eoq");
        assertThat(client.post("/v1/transactions?timeout=0", "[\"SELECT 1\"]").statusCode())
                .isEqualTo(200);
        assertThat(client.post("/v1/transactions?timeout=999999999999999999", "[\"SELECT 1\"]")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void anErrorAfterTheStreamBeganEndsItWithoutAnEnd() {
        HttpResponse<String> response = client.post(
                "/v1/queries",
                "\"SELECT abs(CASE i WHEN 2 THEN -9223372036854775808 ELSE i END) FROM"
                        + " (SELECT 1 AS i UNION ALL SELECT 2)\"");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body().lines()).hasSize(3).last().isEqualTo("{\"error\":\"integer overflow\"}");
    }

    @Test
    void aQueryThatRunsTooLongIsStopped() {
        HttpResponse<String> response = client.post(
                "/v1/queries?timeout=1",
                "\"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0\"");
        assertThat(response.body()).contains("\"error\"").doesNotContain("eoq");
    }

    /**
     * @param path of a POST
     * @param body JSON, or not
     * @param status expected status
     * @param answer part of the expected answer
     */
    record Refusal(String path, String body, int status, String answer) {}

    static Stream<Refusal> refusals() {
        String transactions = "/v1/transactions";
        String queries = "/v1/queries";
        String subscriptions = "/v1/subscriptions";
        return Stream.of(
                // transactions: 400 for no statements, 500 with results for anything that SQL does not like
                new Refusal(
                        transactions,
                        "[]",
                        400,
                        "{\"results\":[{\"error\":\"found no statements, expected at least"
                                + " one\"}],\"time\":0.0,\"version\":null,\"actor_id\":"),
                new Refusal(
                        transactions,
                        "[\"INSERT INTO nowhere VALUES (1)\"]",
                        500,
                        "{\"results\":[{\"error\":\"no such table: nowhere\"}],\"time\":0.0,\"version\":null,"),
                new Refusal(transactions, "[\"SELEC 1\"]", 500, "syntax error"),
                new Refusal(transactions, "[\"SELECT 1; SELECT 2\"]", 500, "found 2 SQL statements"),
                new Refusal(transactions, "[[\"SELECT ?\", []]]", 500, "found 0 parameters, expected 1"),
                new Refusal(transactions, "[\"PRAGMA journal_mode = DELETE\"]", 500, "found PRAGMA"),
                // extractor: 400 for syntax, 422 for shape
                new Refusal(
                        transactions,
                        "[\"SELECT 1\"",
                        400,
                        "{\"error\":\"found a body that is not JSON: Unexpected end-of-input: expected close marker for Array"
                                + " (start marker at line: 1, column: 1)\"}"),
                new Refusal(transactions, "", 400, "found a body that is not JSON"),
                new Refusal(transactions, "{\"a\":1}", 422, "found no list of statements"),
                new Refusal(transactions, "[7]", 422, "found 7, expected a statement"),
                new Refusal(transactions, "[[\"SELECT 1\", 7]]", 422, "expected a statement"),
                new Refusal(transactions, "[{\"sql\":\"SELECT 1\"}]", 422, "found key sql"),
                new Refusal(transactions + "?timeout=x", "[\"SELECT 1\"]", 400, "found timeout=x"),
                // queries: 400 for what cannot be prepared or does not only read, 500 for values that do not fit
                new Refusal(queries, "\"SELECT nope FROM apps\"", 400, "{\"error\":\"no such column: nope\"}"),
                new Refusal(queries, "\"DELETE FROM apps\"", 400, "found DELETE, expected a statement that only reads"),
                new Refusal(queries, "\"WITH x AS (SELECT 1) DELETE FROM apps\"", 400, "found DELETE"),
                new Refusal(queries, "\"PRAGMA user_version = 7\"", 400, "found PRAGMA"),
                new Refusal(queries, "\"\"", 400, "found 0 SQL statements"),
                new Refusal(queries, "[\"SELECT ?\", [1, 2]]", 500, "found 2 parameters, expected 1"),
                new Refusal(queries, "7", 422, "expected a statement"),
                // subscriptions
                new Refusal(subscriptions, "\"SELECT nope FROM apps\"", 400, "no such column: nope"),
                new Refusal(subscriptions, "\"SELECT x FROM nowhere\"", 400, "found table nowhere"),
                new Refusal(subscriptions, "\"SELECT count(*) FROM apps\"", 400, "found function count"),
                new Refusal(
                        subscriptions + "?from=3",
                        "\"SELECT id AS from_three FROM apps\"",
                        400,
                        "nobody subscribes to"),
                new Refusal(
                        subscriptions + "?skip_rows=maybe", "\"SELECT id FROM apps\"", 400, "found skip_rows=maybe"),
                new Refusal(subscriptions + "?from=-1", "\"SELECT id FROM apps\"", 400, "found from=-1"),
                // elsewhere
                new Refusal("/v1/nothing", "[]", 404, "found path /v1/nothing"),
                new Refusal("/admin/state", "[]", 405, "expected GET"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aBadRequestGetsItsStatusAndAReason(Refusal refusal) {
        String before = String.valueOf(client.state().get("digest"));
        HttpResponse<String> response = client.post(refusal.path(), refusal.body());
        assertThat(response.body()).contains(refusal.answer());
        assertThat(response.statusCode()).isEqualTo(refusal.status());
        assertThat(client.state()).as("nothing half applied").containsEntry("digest", before);
    }

    @Test
    void theBodyMustBeDeclaredAsJson() {
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString("[\"SELECT 1\"]");
        HttpResponse<String> none =
                client.send(client.request("/v1/transactions").POST(body));
        assertThat(none.statusCode()).isEqualTo(415);
        assertThat(none.body()).contains("found Content-Type nothing, expected application/json");
        HttpResponse<String> text = client.send(client.request("/v1/transactions")
                .header("Content-Type", "text/plain")
                .POST(body));
        assertThat(text.statusCode()).isEqualTo(415);
        HttpResponse<String> charset = client.send(client.request("/v1/transactions")
                .header("Content-Type", "Application/JSON; charset=utf-8")
                .POST(body));
        assertThat(charset.statusCode()).isEqualTo(200);
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedAndTheNodeGoesOn() {
        String large = "[[\"SELECT ?\", [\"" + "x".repeat(2_100_000) + "\"]]]";
        HttpResponse<String> response = client.post("/v1/transactions", large);
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(client.rows("SELECT 1")).containsExactly("[1]");
    }

    @Test
    void aWrongMethodNamesTheRightOne() {
        HttpResponse<String> response = client.get("/v1/transactions");
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("allow")).hasValue("POST");
    }

    @Test
    void anUnknownSubscriptionIsNotFound() {
        for (String id : List.of("00000000-0000-0000-0000-000000000000", "nonsense", "")) {
            HttpResponse<String> response = client.get("/v1/subscriptions/" + id);
            assertThat(response.statusCode()).as(id).isEqualTo(404);
            assertThat(response.body()).startsWith("{\"error\":");
        }
    }

    @Test
    void theStateNamesNodeHeadsNeedsAndDigest() {
        Map<String, Object> state = client.state();
        assertThat(state)
                .containsOnlyKeys("node", "region", "actor_id", "heads", "need", "partial_need", "digest", "rows")
                .containsEntry("node", "api")
                .containsEntry("region", "waw")
                .containsEntry("need", Map.of());
        assertThat(String.valueOf(state.get("digest"))).matches("[0-9a-f]{64}");
    }
}
