package dev.gridlock.proxy.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.RawClient;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.TestProxy;
import dev.gridlock.proxy.fake.Tree;
import dev.gridlock.proxy.json.Json;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ControlChannelTest {

    private static final String EAGER = "[catalog]\nloading = \"eager\"";

    private final FakeStore store = FakeStore.start();
    private final Json json = new Json();

    @BeforeEach
    void fill() {
        store.putApp("shop", "u-1");
        store.putApp("forum", "u-2");
        store.putMachine("m-1", "shop", "waw", "127.0.0.1:1", "u-1");
        store.putMachine("m-2", "forum", "fra", "127.0.0.1:1", "u-2");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void tellsTheStatus() throws IOException {
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            Map<?, ?> status = object(proxy.control("/status"));

            assertThat(status.get("node")).isEqualTo("proxy-waw-1");
            assertThat(status.get("region")).isEqualTo("waw");
            assertThat(status.get("ready")).isEqualTo(true);
            assertThat(status.get("loading")).isEqualTo("eager");
            assertThat(status.get("lock")).isEqualTo("parking-lot-0.12.5");
            assertThat(status.get("apps")).isEqualTo(2);
            assertThat(status.get("machines")).isEqualTo(2);
            assertThat(status.get("feeds"))
                    .isEqualTo(Map.of(
                            "apps",
                            Map.of("live", true, "applied", 2),
                            "machines",
                            Map.of("live", true, "applied", 2)));
        }
    }

    @Test
    void locksAnswerWhileTheCatalogIsStuckAndStatusDoesNot() throws Exception {
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            var inside = new CountDownLatch(1);
            var release = new CountDownLatch(1);
            Thread writer = Thread.ofVirtual()
                    .name("slow-writer")
                    .start(() -> proxy.node()
                            .catalog()
                            .write("apply-change", "shop", "u-7", WriteTimeout.none(), edit -> {
                                inside.countDown();
                                return waitFor(release);
                            }));
            assertThat(waitFor(inside)).isTrue();

            Object lock = Tree.at(object(proxy.control("/locks")), "catalogLock");
            assertThat(Tree.at(lock, "word")).isEqualTo("0x0000000000000008");
            assertThat(Tree.at(lock, "decoded")).isEqualTo("owned by a writer");
            assertThat(Tree.list(lock, "holders")).singleElement().satisfies(holder -> {
                assertThat(Tree.at(holder, "thread")).isEqualTo("slow-writer");
                assertThat(Tree.at(holder, "label")).isEqualTo("apply-change");
                assertThat(Tree.at(holder, "update")).isEqualTo("u-7");
                assertThat(Tree.at(holder, "mode")).isEqualTo("exclusive");
            });
            try (var client = new RawClient(proxy.node().controlAddress())) {
                client.silenceLimit(100);
                assertThatThrownBy(() -> client.ask("GET /status HTTP/1.1\r\nHost: c\r\n\r\n"))
                        .isInstanceOf(SocketTimeoutException.class);
                Object later = Tree.at(object(proxy.control("/locks")), "catalogLock");
                assertThat(Tree.list(later, "waiters"))
                        .singleElement()
                        .satisfies(
                                waiter -> assertThat(Tree.at(waiter, "label")).isEqualTo("status"));
                assertThat(List.of("held", "long-holder")).contains(String.valueOf(Tree.at(later, "kind")));
                Map<?, ?> inFlight = object(proxy.control("/inflight"));
                assertThat(Tree.list(inFlight, "operations"))
                        .extracting(operation -> Tree.at(operation, "phase") + " " + Tree.at(operation, "label"))
                        .containsExactly("holding apply-change", "waiting status");
                assertThat(object(proxy.control("/live")).get("live")).isEqualTo(true);

                release.countDown();
                writer.join();
                assertThat(client.receive().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void twoProxiesThatHoldTheSameHaveTheSameDigest() throws IOException {
        try (var eager = new TestProxy(store.address(), EAGER).ready();
                var lazy = new TestProxy(store.address(), "").ready()) {
            lazy.get("forum", "/");
            Map<?, ?> all = object(eager.control("/digest"));
            Map<?, ?> loaded = object(lazy.control("/digest"));

            assertThat(all.get("apps")).isEqualTo(2);
            assertThat(all.get("loadedApps")).isEqualTo(List.of("forum", "shop"));
            assertThat(all.get("applied")).isEqualTo(2);
            assertThat(loaded.get("loadedApps")).isEqualTo(List.of("forum"));
            assertThat(loaded.get("loading")).isEqualTo("lazy");
            assertThat(loaded.get("digest")).isNotEqualTo(all.get("digest"));
            assertThat(object(eager.control("/digest?app=forum")).get("digest")).isEqualTo(loaded.get("digest"));

            lazy.get("shop", "/");
            assertThat(object(lazy.control("/digest")).get("digest")).isEqualTo(all.get("digest"));
            assertThat(object(lazy.control("/digest?app=shop,forum")).get("digest"))
                    .isEqualTo(all.get("digest"));

            assertThat(object(lazy.control("/digest?app=attic")).get("loadedApps"))
                    .isEqualTo(List.of());
            assertThat(store.asked()).noneMatch(request -> request.contains("attic"));
        }
    }

    @Test
    void theDigestIsTheOneThatItsDescriptionSays() throws IOException {
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            String s = "\u001f";
            String lines = String.join(s, "app", "forum", "name of forum", "u-2") + "\n"
                    + String.join(s, "machine", "m-2", "forum", "fra", "127.0.0.1:1", "started", "u-2") + "\n"
                    + String.join(s, "app", "shop", "name of shop", "u-1") + "\n"
                    + String.join(s, "machine", "m-1", "shop", "waw", "127.0.0.1:1", "started", "u-1") + "\n";

            assertThat(object(proxy.control("/digest")).get("digest")).isEqualTo(sha256(lines));
        }
    }

    @Test
    void aProxyThatDrainsRefusesNewRequestsAndIsNotReady() throws IOException {
        try (var proxy = new TestProxy(store.address(), EAGER).ready();
                var client = new RawClient(proxy.node().controlAddress())) {
            assertThat(proxy.control("/ready").status()).isEqualTo(200);
            RawMessage drained = client.ask("POST /drain HTTP/1.1\r\nHost: c\r\nContent-Length: 0\r\n\r\n");

            assertThat(object(drained).get("remaining")).isEqualTo(0);
            assertThat(proxy.control("/ready").status()).isEqualTo(503);
            assertThat(proxy.control("/live").status()).isEqualTo(200);
            RawMessage refused = proxy.get("shop", "/");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.field("X-Gridlock-Reason")).hasValue("draining");
            assertThat(refused.field("Connection")).hasValue("close");
            assertThat(proxy.control("/drain").status()).isEqualTo(405);
        }
    }

    @Test
    void saysWhatItDoesNotUnderstand() throws IOException {
        try (var proxy = new TestProxy(store.address(), EAGER).ready();
                var client = new RawClient(proxy.node().controlAddress())) {
            assertThat(proxy.control("/lock").status()).isEqualTo(404);
            assertThat(proxy.control("/digest?apps=a").status()).isEqualTo(400);
            assertThat(client.ask("DELETE /status HTTP/1.1\r\nHost: c\r\n\r\n").status())
                    .isEqualTo(405);
        }
    }

    private Map<?, ?> object(RawMessage answer) throws IOException {
        assertThat(answer.status()).isEqualTo(200);
        return (Map<?, ?>) Objects.requireNonNull(json.read(answer.body()));
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean waitFor(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
