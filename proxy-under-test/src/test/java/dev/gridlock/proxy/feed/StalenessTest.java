package dev.gridlock.proxy.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.LockedCatalog;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a proxy says and does when its catalog is behind its store. */
class StalenessTest {

    private static final String AGE = "X-Gridlock-Catalog-Age";
    private static final String REASON = "X-Gridlock-Reason";
    private static final String SHORT_SILENCE = "idle_timeout = \"500ms\"";
    private static final String EAGER = "[catalog]\nloading = \"eager\"\nstaleness_bound = \"600ms\"\n";

    private final FakeStore store = FakeStore.start();
    private final FakeHost waw = FakeHost.echo("waw");
    private final FakeHost fra = FakeHost.echo("fra");

    @AfterEach
    void close() {
        store.close();
        waw.close();
        fra.close();
    }

    @Test
    void saysNothingWhileTheSubscriptionsStandAndHowOldTheCatalogIsWhenTheyDoNot() throws IOException {
        store.putMachine("m-1", "shop", "waw", waw.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), "[catalog]\nloading = \"eager\"").ready()) {
            assertThat(proxy.get("shop", "/").field(AGE)).isEmpty();
            assertThat(proxy.control("/status").body())
                    .contains("\"catalogAgeMillis\":0,\"catalogStale\":false,\"feeds\":");
            store.close();
            proxy.events().await("feed.cut", event -> "machines".equals(event.get("table")));

            RawMessage served = proxy.get("shop", "/");
            assertThat(served.status()).isEqualTo(200);
            assertThat(served.body()).isEqualTo("waw:");
            assertThat(served.field(AGE).orElseThrow()).matches("[0-9]{1,5};node=proxy-waw-1");
            RawMessage refused = proxy.get("attic", "/");
            assertThat(refused.status()).isEqualTo(404);
            assertThat(refused.field(AGE).orElseThrow()).matches("[0-9]{1,5};node=proxy-waw-1");
            Events.until("the age to grow", () -> ageIn(status(proxy)) >= 5);
        }
    }

    @Test
    void servesBeyondTheBoundAndMarksIt() throws IOException {
        store.putMachine("m-1", "shop", "waw", waw.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), EAGER, SHORT_SILENCE).ready()) {
            store.close();
            Events.until("the bound to pass", () -> status(proxy).contains("\"catalogStale\":true"));

            RawMessage answer = proxy.get("shop", "/");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.field(AGE).orElseThrow()).matches("[0-9]+;node=proxy-waw-1;stale");
            assertThat(ageIn(status(proxy))).isGreaterThanOrEqualTo(600);
        }
    }

    @Test
    void refusesBeyondTheBoundIfToldToUntilTheStoreIsBack() throws IOException {
        store.putMachine("m-1", "shop", "waw", waw.address(), "u-1");
        int port = Integer.parseInt(store.address().substring(store.address().lastIndexOf(':') + 1));
        try (var proxy = new TestProxy(store.address(), EAGER + "beyond_bound = \"refuse\"", SHORT_SILENCE).ready()) {
            store.close();
            Events.until("the bound to pass", () -> status(proxy).contains("\"catalogStale\":true"));

            RawMessage answer = proxy.get("shop", "/");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.field(REASON)).contains("catalog-stale");
            assertThat(answer.field(AGE).orElseThrow()).endsWith(";stale");
            assertThat(waw.requests()).isEmpty();

            try (var back = FakeStore.start(port)) {
                back.putMachine("m-1", "shop", "waw", waw.address(), "u-1");
                back.putMachine("m-2", "shop", "waw", waw.address(), "u-2");
                Events.until("the store to be heard", () -> status(proxy).contains("\"catalogStale\":false"));
                Events.until("requests to be served", () -> {
                    RawMessage served = get(proxy, "shop");
                    return served.status() == 200 && served.field(AGE).isEmpty();
                });
                Events.until(
                        "the machine that came meanwhile",
                        () -> get(proxy, "shop").field("X-Gridlock-Machine").equals(Optional.of("m-2")));
            }
        }
    }

    @Test
    void aMachineWhoseEndCannotBeWrittenIsPassedOverBeyondTheBound() throws IOException {
        // With a change to go on from, the silent subscription of applications is resumed without a write.
        store.putApp("shop", "u-1");
        store.putMachine("m-1", "shop", "waw", waw.address(), "u-1");
        store.putMachine("m-2", "shop", "fra", fra.address(), "u-1");
        String settings = EAGER + "apply_timeout = \"1ms\"\nretry_pause = \"5ms\"";
        var leave = new CountDownLatch(1);
        try (var proxy = new TestProxy(store.address(), settings, SHORT_SILENCE).ready()) {
            assertThat(proxy.get("shop", "/").body()).isEqualTo("waw:");
            Thread reader = stayInside(proxy.node().catalog(), leave);
            try {
                store.deleteMachine("m-1");
                proxy.events().await("lock.timeout", event -> "apply-change".equals(event.get("label")));
                Events.until(
                        "the bound to pass", () -> get(proxy, "shop").body().equals("fra:"));

                assertThat(proxy.node().catalog().index().applicationOf("m-1"))
                        .as("the catalog still has it")
                        .isEqualTo(Optional.of("shop"));
                RawMessage answer = proxy.get("shop", "/");
                assertThat(answer.body()).isEqualTo("fra:");
                assertThat(answer.field(AGE).orElseThrow()).endsWith(";stale");
                assertThat(proxy.control("/status").body()).contains("\"live\":true");
            } finally {
                leave.countDown();
            }
            LockedCatalog.join(reader);
            Events.until(
                    "the machine to go",
                    () -> proxy.node().catalog().index().applicationOf("m-1").isEmpty());
            Events.until(
                    "the catalog to be fresh",
                    () -> get(proxy, "shop").field(AGE).isEmpty());
        }
    }

    @Test
    void anEagerProxyThatHasHeardNothingYetDoesNotSayThatThereIsNoSuchApplication() throws IOException {
        String nobody = store.address();
        store.close();
        try (var eager = new TestProxy(nobody, "[catalog]\nloading = \"eager\"");
                var lazy = new TestProxy(nobody, "")) {
            RawMessage answer = eager.get("shop", "/");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.field(REASON)).contains("catalog-not-loaded");
            RawMessage asked = lazy.get("shop", "/");
            assertThat(asked.status()).isEqualTo(503);
            assertThat(asked.field(REASON)).contains("store-unavailable");
            assertThat(asked.field(AGE)).isPresent();
        }
    }

    @Test
    void whatWasDeletedDuringACutIsGoneOnceTheSubscriptionHasResumed() throws IOException {
        store.putMachine("m-1", "shop", "waw", waw.address(), "u-1");
        store.putMachine("m-2", "shop", "fra", fra.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), "[catalog]\nloading = \"eager\"").ready()) {
            store.pause("machines");
            store.deleteMachine("m-1");
            store.cut();
            proxy.events().await("feed.cut", event -> "machines".equals(event.get("table")));
            store.resume();

            proxy.events()
                    .await(
                            "feed.live",
                            event ->
                                    "machines".equals(event.get("table")) && Boolean.TRUE.equals(event.get("resumed")));
            Events.until("the machine to go", () -> get(proxy, "shop").body().equals("fra:"));
        }
    }

    /** A reader that does not leave before it may. */
    private static Thread stayInside(Catalog catalog, CountDownLatch leave) {
        var inside = new CountDownLatch(1);
        Thread reader = Thread.ofPlatform()
                .start(() -> catalog.read("stay", "", view -> {
                    inside.countDown();
                    LockedCatalog.pass(leave);
                    return view.machineCount();
                }));
        LockedCatalog.pass(inside);
        return reader;
    }

    private static long ageIn(String status) {
        return Long.parseLong(status.replaceAll("(?s).*\"catalogAgeMillis\":([0-9]+).*", "$1"));
    }

    private static String status(TestProxy proxy) {
        try {
            return proxy.control("/status").body();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static RawMessage get(TestProxy proxy, String app) {
        try {
            return proxy.get(app, "/");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
