package dev.gridlock.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.TestNode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests that break off or break the rules: each gets its answer, changes nothing, and harms nobody else. */
class BrokenRequestTest {
    private static final String INSERT = "[\"INSERT INTO apps (id) VALUES ('broken')\"]";
    private static final String POST =
            "POST /v1/transactions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

    private static TestNode node;

    @BeforeAll
    static void start(@TempDir Path folder) {
        node = TestNode.start(folder, "broken", List.of());
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    /**
     * @param what is wrong
     * @param request as it is sent before the client says no more
     * @param answer how the answer begins
     * @param reason part of it
     */
    record Broken(String what, String request, String answer, String reason) {
        @Override
        public String toString() {
            return what;
        }
    }

    static Stream<Broken> broken() {
        String cutOff = "found a body that is cut off";
        String chunked = POST + "Transfer-Encoding: chunked\r\n\r\n";
        String chunk = Integer.toHexString(INSERT.length()) + "\r\n" + INSERT;
        return Stream.of(
                new Broken(
                        "a body shorter than its length",
                        POST + "Content-Length: " + (INSERT.length() + 1) + "\r\n\r\n" + INSERT,
                        "HTTP/1.1 400 ",
                        cutOff),
                new Broken("no body at all", POST + "Content-Length: 5\r\n\r\n", "HTTP/1.1 400 ", cutOff),
                new Broken("chunks without an end", chunked + chunk + "\r\n", "HTTP/1.1 400 ", cutOff),
                new Broken("a chunk that breaks off", chunked + chunk.substring(0, 20), "HTTP/1.1 400 ", cutOff),
                new Broken("a chunk of no size", chunked + "size\r\n" + INSERT, "HTTP/1.1 400 ", cutOff),
                new Broken(
                        "a body larger than allowed",
                        POST + "Content-Length: 2000001\r\n\r\n" + " ".repeat(2_000_001),
                        "HTTP/1.1 413 ",
                        "found a body of more than 2000000 bytes"),
                new Broken("no HTTP", "hello\r\n\r\n", "HTTP/1.1 400 ", ""),
                new Broken("a length that is none", POST + "Content-Length: x\r\n\r\n", "HTTP/1.1 ", ""),
                new Broken(
                        "another type of body",
                        "POST /v1/transactions HTTP/1.1\r\nHost: x\r\nContent-Type: text/json\r\nContent-Length: "
                                + INSERT.length() + "\r\n\r\n" + INSERT,
                        "HTTP/1.1 415 ",
                        "found Content-Type text/json, expected application/json"),
                new Broken(
                        "a body that is not UTF-8",
                        POST + "Content-Length: 5\r\n\r\n[\"\u00ff\"]",
                        "HTTP/1.1 400 ",
                        "found a body that is not"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void itIsAnsweredAndNothingIsHalfApplied(Broken broken) throws Exception {
        try (RawConnection connection = new RawConnection(node.api())) {
            connection.send(broken.request());
            connection.sendNoMore();
            assertThat(connection.answer()).startsWith(broken.answer()).contains(broken.reason());
        }
        assertThat(node.client().rows("SELECT id FROM apps WHERE id = 'broken'"))
                .isEmpty();
        assertThat(node.events()).noneMatch(line -> line.startsWith("notice: "));
    }

    @Test
    void aClientThatVanishesInTheMiddleOfItsBodyChangesNothing() throws Exception {
        for (int i = 0; i < 20; i++) {
            try (RawConnection connection = new RawConnection(node.api())) {
                connection.send(POST + "Content-Length: " + (INSERT.length() + 1) + "\r\n\r\n" + INSERT);
            }
        }
        assertThat(node.client().rows("SELECT id FROM apps WHERE id = 'broken'"))
                .isEmpty();
    }

    @Test
    void theConnectionOutlivesARefusedRequest() throws Exception {
        try (RawConnection connection = new RawConnection(node.api())) {
            for (String body :
                    List.of("[\"INSERT", "[]", "[7]", "[\"INSERT INTO nowhere VALUES (1)\"]", "[\"SELECT 1\"]")) {
                connection.send(POST + "Content-Length: " + body.length() + "\r\n\r\n" + body);
                int status = Integer.parseInt(connection.answer().substring(9, 12));
                assertThat(status)
                        .as(body)
                        .isEqualTo(
                                switch (body) {
                                    case "[\"SELECT 1\"]" -> 200;
                                    case "[7]" -> 422;
                                    case "[\"INSERT INTO nowhere VALUES (1)\"]" -> 500;
                                    default -> 400;
                                });
            }
        }
    }

    @Test
    void aClientThatWaitsForLeaveToSendItsBodyGetsIt() throws Exception {
        String body = "[\"SELECT 1\"]";
        try (RawConnection connection = new RawConnection(node.api())) {
            connection.send(POST + "Expect: 100-continue\r\nContent-Length: " + body.length() + "\r\n\r\n");
            assertThat(connection.answer()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            connection.send(body);
            assertThat(connection.answer()).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void theConnectionClosesForThoseWhoAskForIt() throws Exception {
        String body = "[\"SELECT 1\"]";
        for (String request : List.of(
                POST + "Connection: keep-alive, Close\r\nContent-Length: " + body.length() + "\r\n\r\n" + body,
                POST.replace("HTTP/1.1", "HTTP/1.0") + "Content-Length: " + body.length() + "\r\n\r\n" + body)) {
            try (RawConnection connection = new RawConnection(node.api())) {
                connection.send(request);
                assertThat(connection.answer()).startsWith("HTTP/1.").contains(" 200 ", "Connection: close");
                assertThat(connection.answer()).as("the end").isEmpty();
            }
        }
    }
}
