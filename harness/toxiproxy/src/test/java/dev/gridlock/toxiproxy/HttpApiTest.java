package dev.gridlock.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole HTTP API, as tables of requests and what is answered, word for word. */
class HttpApiTest {
    static List<ApiTable> tables() {
        return ApiTable.all();
    }

    @Test
    void theTablesAreRead() {
        assertThat(ApiTable.all()).hasSize(12);
        assertThat(ApiTable.all()).extracting(table -> table.rows().size()).allMatch(size -> size > 1);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void answersAsTheOriginalDoes(ApiTable table) throws IOException, InterruptedException {
        try (ToxiproxyServer server =
                        ToxiproxyServer.start(ToxiproxyOptions.local().withHost("127.0.0.1"));
                HttpClient client = HttpClient.newHttpClient()) {
            int free = freePort();
            for (ApiTable.Row row : table.rows()) {
                String body = row.body()
                        .replace("PORT", String.valueOf(free))
                        .replace("TAKEN", String.valueOf(server.port()));
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + row.path()))
                                .method(row.method(), BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(row.toString()).isEqualTo(row.status());
                assertThat(answer.body()).as(row.toString()).matches(pattern(row));
                assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                        .as(row.toString())
                        .isEqualTo(contentType(row));
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Pattern pattern(ApiTable.Row row) {
        String end = hasLineEnd(row) ? "\n" : "";
        return Pattern.compile(Pattern.quote(row.answer() + end)
                .replace("PORT", "\\E[1-9][0-9]*\\Q")
                .replace("…", "\\E[^\"]+(?:\\\\.[^\"]*)*\\Q"));
    }

    private static boolean hasLineEnd(ApiTable.Row row) {
        return contentType(row).contains("; ");
    }

    private static String contentType(ApiTable.Row row) {
        if (row.answer().isEmpty()) {
            return "";
        }
        if (row.path().startsWith("/version") && row.status() == 200) {
            return "application/json; charset=utf-8";
        }
        // errors are said to be text, except populate's
        return row.status() < 400 || row.path().equals("/populate") ? "application/json" : "text/plain; charset=utf-8";
    }

    @Test
    void browsersAreNotServed() throws IOException, InterruptedException {
        try (ToxiproxyServer server = ToxiproxyServer.start(ToxiproxyOptions.local());
                HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + "/proxies"))
                            .header("User-Agent", "Mozilla/5.0")
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.body()).isEqualTo("User agent not allowed\n");
        }
    }

    @Test
    void metricsCountBytesEachWay() throws Exception {
        try (Bed bed = new Bed(ToxiproxyOptions.local().withHost("127.0.0.1").withMetrics())) {
            try (Socket socket = bed.connect()) {
                Bed.echo(socket, new byte[1234]);
            }
            bed.awaitNoConnections();
            HttpResponse<String> answer = bed.ask("GET", "/metrics", "");
            assertThat(answer.statusCode()).isEqualTo(200);
            for (String direction : List.of("upstream", "downstream")) {
                for (String what : List.of("received", "sent")) {
                    assertThat(answer.body())
                            .contains(
                                    "toxiproxy_proxy_%s_bytes_total{direction=\"%s\",listener=\"%s\",proxy=\"echo\",upstream=\"%s\"} 1234.0"
                                            .formatted(
                                                    what,
                                                    direction,
                                                    bed.proxy().state().listen(),
                                                    bed.echo.address()));
                }
            }
        }
    }
}
