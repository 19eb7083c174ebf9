package dev.gridlock.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.engine.sut.HttpCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpCallerTest {

    private final HttpCaller caller = new HttpCaller(Duration.ofMillis(300));

    @Test
    void aWholeAnswerIsReadWithStatusAndBody() {
        try (var server = TinyServer.answering(request -> TinyServer.answer(200, "zażółć"))) {
            assertThat(caller.call(HttpCall.get("n", "127.0.0.1", server.port(), "/a?b=c")))
                    .isEqualTo(new CallResult.Answered(200, "zażółć"));
            assertThat(server.requests()).singleElement().satisfies(request -> {
                assertThat(request.method()).isEqualTo("GET");
                assertThat(request.path()).isEqualTo("/a?b=c");
                assertThat(request.headers()).contains("Host: 127.0.0.1:" + server.port(), "Connection: close");
            });
        }
    }

    @Test
    void bodyAndHeadersAreSentAndAGivenHostIsKept() {
        try (var server = TinyServer.answering(request -> TinyServer.answer(200, ""))) {
            caller.call(new HttpCall(
                    "n",
                    "127.0.0.1",
                    server.port(),
                    "POST",
                    "/v1/transactions",
                    Map.of("Host", "app-3.test", "Content-Type", "application/json"),
                    "[\"ü\"]"));

            assertThat(server.requests()).singleElement().satisfies(request -> {
                assertThat(request.body()).isEqualTo("[\"ü\"]");
                assertThat(request.headers())
                        .contains("Host: app-3.test", "Content-Type: application/json", "Content-Length: 6");
            });
        }
    }

    @Test
    void chunkedAnswersAreJoined() {
        var chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
        try (var server = TinyServer.answering(request -> chunked)) {
            assertThat(caller.call(HttpCall.get("n", "127.0.0.1", server.port(), "/")))
                    .isEqualTo(new CallResult.Answered(200, "abcde"));
        }
    }

    @Test
    void anErrorStatusIsAnAnswerAndNoSuccess() {
        try (var server = TinyServer.answering(request -> TinyServer.answer(503, "no"))) {
            var result = caller.call(HttpCall.get("n", "127.0.0.1", server.port(), "/"));

            assertThat(result).isEqualTo(new CallResult.Answered(503, "no"));
            assertThat(((CallResult.Answered) result).isSuccess()).isFalse();
            assertThat(result.detail()).isEqualTo("status 503");
        }
    }

    @Test
    void noConnectionMeansNotSent() throws IOException {
        int free;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }

        assertThat(caller.call(HttpCall.get("n", "127.0.0.1", free, "/"))).isInstanceOf(CallResult.NotSent.class);
    }

    @Test
    void aConnectionThatClosesOrStallsBeforeTheAnswerIsWholeMeansUnanswered() throws IOException {
        try (var closing = TinyServer.answering(request -> "");
                var cutting = TinyServer.answering(request -> "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc");
                var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int port : new int[] {closing.port(), cutting.port(), silent.getLocalPort()}) {
                assertThat(caller.call(HttpCall.get("n", "127.0.0.1", port, "/")))
                        .isInstanceOf(CallResult.Unanswered.class);
            }
        }
    }

    @Test
    void aTimeoutBelowAMillisecondIsRefused() {
        assertThatThrownBy(() -> new HttpCaller(Duration.ofNanos(10)))
                .hasMessage("timeout must be at least 1 ms, was PT0.00000001S");
    }
}
