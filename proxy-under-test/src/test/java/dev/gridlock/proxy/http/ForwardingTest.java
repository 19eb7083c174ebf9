package dev.gridlock.proxy.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.RawClient;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.RawServer;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForwardingTest {

    private static final String EAGER = "[catalog]\nloading = \"eager\"";

    private final FakeStore store = FakeStore.start();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void passesMethodTargetFieldsAndBodyAndSaysForWhom() throws IOException {
        try (var host = FakeHost.echo("waw");
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage answer = client.ask(lines(
                    "PUT /a%20b//c?x=1&y=%2F HTTP/1.1",
                    "Host: Shop.example:8080",
                    "X-Own: 1",
                    "X-Own: 2",
                    "X-Forwarded-For: 203.0.113.7",
                    "Content-Length: 5",
                    "",
                    "hello"));

            assertThat(answer.body()).isEqualTo("waw:hello");
            RawMessage request = host.requests().getFirst();
            assertThat(request.startLine()).isEqualTo("PUT /a%20b//c?x=1&y=%2F HTTP/1.1");
            assertThat(request.fields())
                    .contains("X-Own: 1", "X-Own: 2", "Host: Shop.example:8080", "Content-Length: 5");
            assertThat(request.field("X-Forwarded-For")).contains("203.0.113.7, 127.0.0.1");
            assertThat(request.field("X-Forwarded-Proto")).contains("http");
            assertThat(request.field("X-Forwarded-Host")).contains("Shop.example:8080");
            assertThat(request.field("Via")).contains("1.1 proxy-waw-1");
        }
    }

    @Test
    void keepsFieldsOfTheConnectionToItself() throws IOException {
        try (var host = FakeHost.answering(request -> lines(
                        "HTTP/1.1 200 OK",
                        "Content-Length: 2",
                        "Keep-Alive: timeout=5",
                        "Connection: X-Hop",
                        "X-Hop: 1",
                        "X-End: 2",
                        "Proxy-Authenticate: Basic",
                        "",
                        "ok"));
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage answer = client.ask(lines(
                    "GET / HTTP/1.1",
                    "Host: shop",
                    "Connection: keep-alive, X-Mine",
                    "X-Mine: 1",
                    "TE: trailers",
                    "Upgrade: websocket",
                    "Proxy-Authorization: Basic x",
                    "Proxy-Connection: keep-alive",
                    "X-End: 1",
                    "",
                    ""));

            RawMessage request = host.requests().getFirst();
            for (String own :
                    new String[] {"X-Mine", "TE", "Upgrade", "Proxy-Authorization", "Proxy-Connection", "Connection"}) {
                assertThat(request.field(own)).as(own).isEmpty();
            }
            assertThat(request.field("X-End")).contains("1");
            for (String own : new String[] {"X-Hop", "Keep-Alive", "Proxy-Authenticate", "Connection"}) {
                assertThat(answer.field(own)).as(own).isEmpty();
            }
            assertThat(answer.field("X-End")).contains("2");
        }
    }

    @Test
    void passesChunkedBodiesBothWays() throws IOException {
        try (var host = FakeHost.answering(request -> "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(request.body().length() + 1) + "\r\n<" + request.body()
                        + "\r\n3;x=y\r\nend\r\n0\r\nX-Trailer: 1\r\n\r\n");
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage answer = client.ask(lines(
                    "POST / HTTP/1.1",
                    "Host: shop",
                    "Transfer-Encoding: chunked",
                    "",
                    "6",
                    "hello ",
                    "5",
                    "world",
                    "0",
                    "",
                    ""));

            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.body()).isEqualTo("<hello worldend");
            assertThat(host.requests().getFirst().field("Transfer-Encoding")).contains("chunked");
            // The connection is still in step.
            assertThat(client.ask("GET / HTTP/1.1\r\nHost: shop\r\n\r\n").body())
                    .isEqualTo("<end");
        }
    }

    @Test
    void streamsAResponseAsItComes() throws Exception {
        var seen = new CountDownLatch(1);
        try (RawServer host = RawServer.start((in, out) -> {
                    RawMessage.read(in);
                    FakeHost.write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n");
                    await(seen);
                    FakeHost.write(out, "6\r\nsecond\r\n0\r\n\r\n");
                });
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            client.send("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");
            RawMessage.readHead(client.in());
            assertThat(RawMessage.readChunk(client.in())).isEqualTo("first");
            // The host says nothing more until its first words have arrived here.
            seen.countDown();
            assertThat(RawMessage.readChunk(client.in())).isEqualTo("second");
        }
    }

    @Test
    void passesABodyOfManyMegabytesWhole() throws IOException {
        int length = 8 << 20;
        try (var host = FakeHost.answering(request -> FakeHost.ok(request.body()));
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            String body = "0123456789abcdef".repeat(length / 16);
            RawMessage answer =
                    client.ask("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: " + length + "\r\n\r\n" + body);

            assertThat(answer.body().equals(body)).isTrue();
        }
    }

    @Test
    void keepsTheClientsConnectionAndOneToTheHost() throws IOException {
        try (var host = FakeHost.echo("waw");
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            for (int request = 0; request < 5; request++) {
                assertThat(client.ask("GET / HTTP/1.1\r\nHost: shop\r\n\r\n").body())
                        .isEqualTo("waw:");
            }

            assertThat(host.connections()).isEqualTo(1);
            assertThat(host.requests()).hasSize(5);
        }
    }

    @Test
    void repeatsASafeRequestWhenTheHostHadClosedAKeptConnection() throws IOException {
        try (var host = FakeHost.echo("waw");
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            client.ask("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");
            host.cut();

            assertThat(client.ask("GET /again HTTP/1.1\r\nHost: shop\r\n\r\n").body())
                    .isEqualTo("waw:");
            assertThat(host.connections()).isEqualTo(2);
        }
    }

    @Test
    void closesTheConnectionWhenTheClientAsksForThat() throws IOException {
        try (var host = FakeHost.echo("waw");
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage answer = client.ask("GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n");

            assertThat(answer.field("Connection")).contains("close");
            assertThat(client.in().read()).isEqualTo(-1);
        }
    }

    @Test
    void givesAClientOfHttp10AResponseWithoutChunks() throws IOException {
        try (var host = FakeHost.answering(
                        request -> "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage answer = client.ask("GET / HTTP/1.0\r\nHost: shop\r\n\r\n");

            assertThat(answer.field("Transfer-Encoding")).isEmpty();
            assertThat(answer.body()).isEqualTo("hello");
        }
    }

    @Test
    void answersHeadWithTheLengthButNoBody() throws IOException {
        try (var host = FakeHost.answering(request -> "HTTP/1.1 200 OK\r\nContent-Length: 42\r\n\r\n");
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            client.send("HEAD / HTTP/1.1\r\nHost: shop\r\n\r\n");
            RawMessage head = RawMessage.readHead(client.in()).orElseThrow();

            assertThat(head.field("Content-Length")).contains("42");
            client.send("HEAD / HTTP/1.1\r\nHost: shop\r\n\r\n");
            assertThat(RawMessage.readHead(client.in()).orElseThrow().status()).isEqualTo(200);
        }
    }

    @Test
    void asksForTheBodyOfAClientThatWaitsToBeAsked() throws IOException {
        try (var host = FakeHost.echo("waw");
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            client.send("POST / HTTP/1.1\r\nHost: shop\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            assertThat(RawMessage.readHead(client.in()).orElseThrow().status()).isEqualTo(100);
            RawMessage answer = client.ask("hello");

            assertThat(answer.body()).isEqualTo("waw:hello");
            assertThat(host.requests().getFirst().field("Expect")).isEmpty();
        }
    }

    @Test
    void cutsTheClientOffWhenTheHostBreaksOffInAChunkedBody() throws IOException {
        try (RawServer host = RawServer.start((in, out) -> {
                    RawMessage.read(in);
                    FakeHost.write(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
                });
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            client.send("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");

            assertThatThrownBy(client::receive)
                    .as("half a body must not look whole")
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void cutsTheHostOffWhenTheClientBreaksOffInAChunkedBody() throws IOException {
        try (var host = FakeHost.echo("waw");
                var proxy = proxyTo(host.address())) {
            try (var client = new RawClient(proxy.node().frontAddress())) {
                client.send("POST / HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
                Events.until("the host to be connected", () -> host.connections() == 1);
            }
            try (var client = new RawClient(proxy.node().frontAddress())) {
                assertThat(client.ask("GET / HTTP/1.1\r\nHost: shop\r\n\r\n").body())
                        .isEqualTo("waw:");
            }

            assertThat(host.requests()).extracting(RawMessage::startLine).containsExactly("GET / HTTP/1.1");
        }
    }

    @Test
    void keepsTheConnectionAfterARefusalWhoseBodyNobodyWanted() throws IOException {
        try (var host = FakeHost.echo("waw");
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage refused = client.ask("POST / HTTP/1.1\r\nHost: attic\r\nContent-Length: 5\r\n\r\nhello");
            assertThat(refused.status()).isEqualTo(404);

            assertThat(client.ask("GET / HTTP/1.1\r\nHost: shop\r\n\r\n").body())
                    .isEqualTo("waw:");
        }
    }

    @Test
    void hearsAHostThatAnswersBeforeItHasReadTheBody() throws IOException {
        try (RawServer host = RawServer.start((in, out) -> {
                    RawMessage.readHead(in);
                    FakeHost.write(
                            out, "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                    in.readNBytes(64 << 20);
                });
                var proxy = proxyTo(host.address());
                var client = new RawClient(proxy.node().frontAddress())) {
            int length = 1 << 20;
            RawMessage answer = client.ask(
                    "POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: " + length + "\r\n\r\n" + "x".repeat(length));

            assertThat(answer.status()).isEqualTo(413);
        }
    }

    private static String lines(String... lines) {
        return String.join("\r\n", lines);
    }

    private TestProxy proxyTo(String address) throws IOException {
        store.putMachine("m-1", "shop", "waw", address, "u-1");
        return new TestProxy(store.address(), EAGER).ready();
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(5, TimeUnit.SECONDS)) {
                throw new IOException("nobody came");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
