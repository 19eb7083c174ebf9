package dev.gridlock.proxy.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a client may not do, and what it is told. */
class LimitsTest {

    private final FakeStore store = FakeStore.start();
    private final FakeHost host = FakeHost.echo("waw");

    @BeforeEach
    void fill() {
        store.putApp("shop", "u-1");
        store.putMachine("m-1", "shop", "waw", host.address(), "u-1");
    }

    @AfterEach
    void close() {
        store.close();
        host.close();
    }

    private TestProxy proxy(String settings) throws IOException {
        return new TestProxy(store.address(), settings).ready();
    }

    private static Socket connect(TestProxy proxy) throws IOException {
        var socket = new Socket(
                proxy.node().frontAddress().getAddress(),
                proxy.node().frontAddress().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }

    @Test
    void aHeadThatComesByteByByteIsCutOffAndOthersAreServed() throws Exception {
        try (var proxy = proxy("head_timeout = \"400ms\"\n");
                Socket slow = connect(proxy)) {
            Thread drip = Thread.ofVirtual().start(() -> {
                try {
                    write(slow, "GET / HTTP/1.1\r\nHost: shop.example\r\nX-Slow: ");
                    while (true) {
                        write(slow, "a");
                        Thread.sleep(50);
                    }
                } catch (SocketException e) {
                    // Cut off, as it should be.
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            });

            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
            assertThat(drip.join(java.time.Duration.ofSeconds(15)))
                    .as("the slow client is cut off")
                    .isTrue();
        }
    }

    @Test
    void aConnectionTooManyIsToldSoAndThereIsRoomAgainWhenOneLeaves() throws Exception {
        try (var proxy = proxy("max_connections = 3\n")) {
            var held = new ArrayList<Socket>();
            for (int i = 0; i < 3; i++) {
                Socket socket = connect(proxy);
                write(socket, "GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n");
                assertThat(RawMessage.read(socket.getInputStream())
                                .orElseThrow()
                                .status())
                        .isEqualTo(200);
                held.add(socket);
            }
            try (Socket fourth = connect(proxy)) {
                RawMessage refusal = RawMessage.read(fourth.getInputStream()).orElseThrow();
                assertThat(refusal.status()).isEqualTo(503);
                assertThat(refusal.field("X-Gridlock-Reason")).hasValue("too-many-connections");
            }
            held.removeFirst().close();
            Events.until("room for another", () -> {
                try {
                    return proxy.get("shop", "/").status() == 200;
                } catch (IOException e) {
                    return false;
                }
            });
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    @Test
    void aBodyThatIsTooLongIsRefusedByItsLengthOrAsItComes() throws Exception {
        try (var proxy = proxy("max_body_bytes = 1000\n")) {
            for (String request : new String[] {
                "POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 1001\r\n\r\n" + "x".repeat(1001),
                "POST / HTTP/1.1\r\nHost: shop.example\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + ("1f4\r\n" + "x".repeat(500) + "\r\n").repeat(3) + "0\r\n\r\n"
            }) {
                try (Socket client = connect(proxy)) {
                    write(client, request);
                    RawMessage answer = RawMessage.read(client.getInputStream()).orElseThrow();
                    assertThat(answer.status()).isEqualTo(413);
                    assertThat(answer.field("X-Gridlock-Reason")).hasValue("body-too-large");
                }
            }
            try (Socket client = connect(proxy)) {
                write(
                        client,
                        "POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(1000));
                assertThat(RawMessage.read(client.getInputStream())
                                .orElseThrow()
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void whoseConnectionIsResetInMidBodyLeavesTheOthersAlone() throws Exception {
        try (var proxy = proxy("")) {
            for (int i = 0; i < 20; i++) {
                Socket client = connect(proxy);
                write(client, "POST / HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 100000\r\n\r\nhalf of it");
                client.setSoLinger(true, 0);
                client.close();
            }

            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
        }
    }

    @Test
    void whoDripsAfterARefusalIsCutOff() throws Exception {
        try (var proxy = proxy("");
                Socket client = connect(proxy)) {
            write(client, "GET / HTTP/1.1\r\n\r\n");
            assertThat(RawMessage.read(client.getInputStream()).orElseThrow().status())
                    .isEqualTo(400);

            Events.until("the connection to be closed", () -> {
                try {
                    write(client, "x");
                    Thread.sleep(50);
                    return false;
                } catch (IOException e) {
                    return true;
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    @Test
    void aRequestUnderWayIsAnsweredWhileTheProxyDrainsAndCloses() throws Exception {
        var asked = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        try (FakeHost slow = FakeHost.answering(request -> {
                    asked.countDown();
                    await(release);
                    return FakeHost.ok("late");
                });
                var proxy = proxy("drain_timeout = \"20s\"\n")) {
            store.putApp("late", "u-2");
            store.putMachine("m-2", "late", "waw", slow.address(), "u-2");
            var answer = new AtomicReference<RawMessage>();
            Thread client = Thread.ofVirtual().start(() -> {
                try {
                    answer.set(proxy.get("late", "/"));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            Thread closing = Thread.ofPlatform().start(() -> {
                try {
                    proxy.node().drainAndClose();
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            Events.until("the listener to be closed", () -> {
                try (Socket refused = connect(proxy)) {
                    return refused.isClosed();
                } catch (IOException e) {
                    return true;
                }
            });
            release.countDown();
            client.join();
            closing.join();

            assertThat(answer.get().status()).isEqualTo(200);
            assertThat(answer.get().body()).isEqualTo("late");
            assertThat(proxy.events().named("node.stopping")).hasSize(1);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
