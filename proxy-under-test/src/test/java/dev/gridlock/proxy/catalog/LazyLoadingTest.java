package dev.gridlock.proxy.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LazyLoadingTest {

    private final FakeStore store = FakeStore.start();
    private final FakeHost host = FakeHost.echo("waw");

    @BeforeEach
    void fill() {
        store.putApp("shop", "u-1");
        store.putMachine("m-1", "shop", "waw", host.address(), "u-1");
        store.putApp("forum", "u-2");
        store.putMachine("m-2", "forum", "waw", host.address(), "u-2");
    }

    @AfterEach
    void close() {
        store.close();
        host.close();
    }

    @Test
    void keepsOnlyApplicationsThatSomebodyAskedFor() throws IOException {
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            assertThat(proxy.control("/digest").body()).contains("\"loadedApps\":[]");

            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);

            assertThat(proxy.control("/digest").body())
                    .contains("\"loadedApps\":[\"shop\"]")
                    .contains("\"machines\":1");
            var load = proxy.events().await("catalog.load");
            assertThat(load.get("app")).isEqualTo("shop");
            assertThat(load.get("update")).isEqualTo("u-1");
            assertThat(load.get("outcome")).isEqualTo("inserted");
            var write = proxy.events().await("catalog.write");
            assertThat(write.get("label")).isEqualTo("lazy-load");
            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
            assertThat(proxy.events().named("catalog.load")).hasSize(1);
        }
    }

    @Test
    void remembersTheCauseOfAChangeToAnApplicationThatIsNotLoaded() throws IOException {
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            store.putMachine("m-2", "forum", "waw", host.address(), "u-9");
            proxy.events().await("subscription.event", event -> "u-9".equals(event.get("update")));
            assertThat(proxy.events().named("catalog.write")).isEmpty();

            proxy.get("forum", "/");

            assertThat(proxy.events().await("catalog.load").get("update")).isEqualTo("u-9");
        }
    }

    @Test
    void keepsWhatIsLoadedCurrent() throws IOException {
        try (var fresh = FakeHost.echo("fresh");
                var proxy = new TestProxy(store.address(), "").ready()) {
            proxy.get("shop", "/");
            store.putMachine("m-1", "shop", "waw", fresh.address(), "u-3");
            proxy.events().await("catalog.write", event -> "u-3".equals(event.get("update")));

            assertThat(proxy.get("shop", "/").body()).isEqualTo("fresh:");
        }
    }

    @Test
    void takesAMachineAwayThatMovesToAnApplicationWhichIsNotLoaded() throws IOException {
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            proxy.get("shop", "/");
            store.putMachine("m-1", "forum", "waw", host.address(), "u-3");
            proxy.events().await("catalog.write", event -> "u-3".equals(event.get("update")));

            assertThat(proxy.get("shop", "/").status()).isEqualTo(503);
            assertThat(proxy.control("/digest").body())
                    .contains("\"loadedApps\":[\"shop\"]")
                    .contains("\"machines\":0");
        }
    }

    @Test
    void servesFromWhatItFetchedWhenTheWriteLockIsNotToBeHadInTime() throws Exception {
        try (var proxy = new TestProxy(store.address(), "[catalog]\nwrite_timeout = \"20ms\"").ready()) {
            var release = new CountDownLatch(1);
            var inside = new CountDownLatch(1);
            Thread reader = Thread.ofVirtual()
                    .start(() -> proxy.node().catalog().read("long", "", view -> {
                        inside.countDown();
                        return waitFor(release);
                    }));
            waitFor(inside);

            RawMessage answer = proxy.get("shop", "/");

            assertThat(answer.status()).isEqualTo(200);
            var timeout = proxy.events().await("lock.timeout");
            assertThat(timeout.get("label")).isEqualTo("lazy-load");
            assertThat(timeout.get("app")).isEqualTo("shop");
            assertThat(timeout.get("update")).isEqualTo("u-1");
            assertThat((Integer) timeout.get("waitedNanos")).isGreaterThanOrEqualTo(20_000_000);
            assertThat(proxy.events().await("catalog.load").get("outcome")).isEqualTo("timeout");
            assertThat(proxy.control("/digest").body()).contains("\"loadedApps\":[]");

            release.countDown();
            reader.join();
            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
            proxy.events().await("catalog.load", event -> "inserted".equals(event.get("outcome")));
        }
    }

    @Test
    void aChangeOfALoadedApplicationIsTriedUntilItIsIn() throws Exception {
        try (var proxy = new TestProxy(store.address(), "[catalog]\napply_timeout = \"5ms\"").ready()) {
            proxy.get("shop", "/");
            var release = new CountDownLatch(1);
            var inside = new CountDownLatch(1);
            Thread reader = Thread.ofVirtual()
                    .start(() -> proxy.node().catalog().read("long", "", view -> {
                        inside.countDown();
                        return waitFor(release);
                    }));
            waitFor(inside);
            store.putMachine("m-3", "shop", "waw", host.address(), "u-3");
            Events.until(
                    "three timeouts", () -> proxy.events().named("lock.timeout").size() >= 3);
            assertThat(proxy.events().named("lock.timeout"))
                    .allMatch(event -> "apply-change".equals(event.get("label")) && "u-3".equals(event.get("update")));
            release.countDown();
            reader.join();

            proxy.events().await("catalog.write", event -> "u-3".equals(event.get("update")));
            assertThat(proxy.control("/status").body()).contains("\"machines\":2");
        }
    }

    @Test
    void fetchesAgainWhenTheApplicationChangesWhileItIsBeingLoaded() throws IOException {
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            var changed = new AtomicBoolean();
            store.onQuery(sql -> {
                // The answer to this query is made already, so it lacks what happens here.
                if (sql.contains("FROM machines") && changed.compareAndSet(false, true)) {
                    store.putMachine("m-3", "shop", "waw", host.address(), "u-3");
                    proxy.events().await("subscription.event", event -> "u-3".equals(event.get("update")));
                }
            });

            proxy.get("shop", "/");

            assertThat(proxy.control("/digest").body()).contains("\"machines\":2");
            var load = proxy.events().await("catalog.load");
            assertThat(load.get("outcome")).isEqualTo("inserted");
            assertThat(load.get("update")).isEqualTo("u-3");
            assertThat(store.asked())
                    .filteredOn(request -> request.startsWith("/v1/queries"))
                    .hasSize(4);
        }
    }

    @Test
    void servesWithoutKeepingWhatNeverStopsChanging() throws IOException {
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            var update = new AtomicInteger(100);
            store.onQuery(sql -> {
                if (sql.contains("FROM machines")) {
                    String id = "u-" + update.incrementAndGet();
                    store.putMachine("m-1", "shop", "waw", host.address(), id);
                    proxy.events().await("subscription.event", event -> id.equals(event.get("update")));
                }
            });

            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);

            assertThat(proxy.events().await("catalog.load").get("outcome")).isEqualTo("superseded");
            assertThat(proxy.control("/digest").body()).contains("\"loadedApps\":[]");
        }
    }

    @Test
    void saysThatAnApplicationDoesNotExist() throws IOException {
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            RawMessage answer = proxy.get("attic", "/");

            assertThat(answer.status()).isEqualTo(404);
            assertThat(proxy.events().await("catalog.load").get("outcome")).isEqualTo("absent");
        }
    }

    @Test
    void answers503WhenTheStoreIsGone() throws IOException {
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            store.close();
            RawMessage answer = proxy.get("shop", "/");

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.field("X-Gridlock-Reason")).contains("store-unavailable");
            assertThat(proxy.events().await("catalog.load").get("outcome")).isEqualTo("store-failed");
        }
    }

    @Test
    void queriesAgainOverANewConnectionWhenTheStoreHadClosedAKeptOne() throws IOException {
        try (var proxy = new TestProxy(store.address(), "").ready()) {
            proxy.get("shop", "/");
            store.cut();

            assertThat(proxy.get("forum", "/").status()).isEqualTo(200);
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
