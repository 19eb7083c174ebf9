package dev.gridlock.store.process;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node of three that is asked to stop in the middle of a request. */
class StoppedNodeTest {
    private static final String LAST_WORDS = "[\"INSERT INTO machines (id) VALUES ('last words')\"]";

    /** Longer than any commit takes here that need not wait. */
    private static final Duration ANSWER = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    @Test
    void theRunningRequestIsFinishedAndTheOthersHearOfItAndOfTheEnd() throws Exception {
        try (ProcessCluster cluster = new ProcessCluster(folder, 3, StoppedNodeTest::withoutDetection);
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), cluster.apiPort(0))) {
            eventually(() -> {
                for (int i = 0; i < 3; i++) {
                    assertThat(cluster.process(i).events("member.up")).hasSizeGreaterThanOrEqualTo(2);
                }
            });
            socket.setSoTimeout(10_000);
            BufferedReader answer =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            send(
                    socket,
                    "POST /v1/transactions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                            + "Expect: 100-continue\r\nContent-Length: " + LAST_WORDS.length() + "\r\n\r\n");
            assertThat(answer.readLine()).as("the request is begun").isEqualTo("HTTP/1.1 100 Continue");
            assertThat(answer.readLine()).isEmpty();
            send(socket, LAST_WORDS.substring(0, 10));
            // the handler starts right after it said so
            Thread.sleep(100);

            cluster.process(0).terminate();
            eventually(
                    () -> assertThat(cluster.process(0).events("node.stopping")).hasSize(1));
            send(socket, LAST_WORDS.substring(10));
            assertThat(answer.readLine()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(answer.lines().toList()).last().asString().contains("\"version\":1,");
            assertThat(cluster.process(0).exitCode()).as("128 + SIGTERM").isEqualTo(143);
            assertThat(cluster.process(0).errors()).isEmpty();

            for (int i = 1; i < 3; i++) {
                int other = i;
                eventually(() -> {
                    assertThat(cluster.client(other).rows("SELECT id FROM machines"))
                            .containsExactly("[\"last words\"]");
                    assertThat(cluster.process(other).events("member.down"))
                            .singleElement()
                            .asString()
                            .contains('"' + ProcessCluster.name(0) + '"');
                });
            }

            cluster.restart(0);
            cluster.awaitReady(0);
            cluster.awaitAgreement();
        }
    }

    @Test
    void aTransactionWithoutEndDoesNotKeepItFromStopping() throws Exception {
        try (ProcessCluster cluster = new ProcessCluster(folder, 2, toml -> toml)) {
            cluster.client(0).commit("[\"INSERT INTO tags (name) VALUES ('kept')\"]");
            Thread endless = Thread.ofVirtual()
                    .start(() -> assertThatThrownBy(() -> cluster.client(0)
                                    .commit(
                                            "[\"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) INSERT INTO tags"
                                                    + " (name) SELECT i FROM n WHERE i < 0\"]"))
                            .isInstanceOf(UncheckedIOException.class));
            eventually(() -> assertThatThrownBy(() -> cluster.client(0)
                            .send(
                                    cluster.client(0)
                                            .request("/v1/transactions")
                                            .header("Content-Type", "application/json")
                                            .POST(HttpRequest.BodyPublishers.ofString("[\"DELETE FROM apps\"]")),
                                    ANSWER))
                    .as("the writer is busy")
                    .hasMessageContaining("timed out"));
            cluster.process(0).terminate();
            assertThat(cluster.process(0).exitCode()).isEqualTo(143);
            assertThat(cluster.process(0).errors()).isEmpty();
            endless.join();
            cluster.restart(0);
            cluster.awaitReady(0);
            assertThat(cluster.client(0).rows("SELECT name FROM tags")).containsExactly("[\"kept\"]");
        }
    }

    /** What the others see of the end, they have been told: without that, a suspicion lasts for minutes, and catch-ups are rare. */
    private static String withoutDetection(String toml) {
        return toml.replace("profile = \"fast\"", "profile = \"fast\"\nsuspect_to_down_factor = 1000")
                .replace("sync_backoff = \"100ms\"", "sync_backoff = \"1h\"");
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }
}
