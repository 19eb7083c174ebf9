package dev.gridlock.proxy.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.RawServer;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SubscriptionTest {

    private static final String EAGER = "[catalog]\nloading = \"eager\"";

    @Test
    void appliesChangesAsTheyComeAndNamesTheUpdateBehindEach() throws IOException {
        try (var store = FakeStore.start();
                var near = FakeHost.echo("near");
                var far = FakeHost.echo("far")) {
            store.putApp("shop", "u-1");
            store.putMachine("m-1", "shop", "iad", far.address(), "u-1");
            try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
                assertThat(proxy.get("shop", "/").body()).isEqualTo("far:");
                store.putMachine("m-2", "shop", "waw", near.address(), "u-2");

                var seen = proxy.events().await("subscription.event");
                assertThat(seen.get("update")).isEqualTo("u-2");
                assertThat(seen.get("table")).isEqualTo("machines");
                assertThat(seen.get("key")).isEqualTo("m-2");
                assertThat(seen.get("change_id")).isEqualTo(2);
                var written = proxy.events().await("catalog.write", event -> "u-2".equals(event.get("update")));
                assertThat(written.get("label")).isEqualTo("apply-change");
                assertThat(written.get("app")).isEqualTo("shop");
                assertThat(proxy.get("shop", "/").body()).isEqualTo("near:");

                store.deleteMachine("m-2");
                proxy.events()
                        .await("subscription.event", event -> Integer.valueOf(3).equals(event.get("change_id")));
                Events.until("the machine to go", () -> bodyOf(proxy).equals("far:"));
            }
        }
    }

    @Test
    void isTakenUpAfterTheLastChangeWhenItWasCut() throws IOException {
        try (var store = FakeStore.start();
                var host = FakeHost.echo("waw")) {
            store.putMachine("m-1", "shop", "waw", host.address(), "u-1");
            store.putApp("shop", "u-1");
            try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
                store.pause("machines");
                store.putMachine("m-2", "shop", "waw", host.address(), "u-2");
                store.cut();
                proxy.events().await("feed.cut", event -> "machines".equals(event.get("table")));
                store.resume();

                var live = proxy.events()
                        .await(
                                "feed.live",
                                event -> "machines".equals(event.get("table"))
                                        && Boolean.TRUE.equals(event.get("resumed")));
                assertThat(live.get("change_id")).isEqualTo(1);
                proxy.events().await("catalog.write", event -> "u-2".equals(event.get("update")));
                assertThat(store.asked())
                        .anyMatch(request ->
                                request.startsWith("/v1/subscriptions?from=1 ") && request.contains("FROM machines"));
                assertThat(proxy.events().named("subscription.event")).hasSize(1);
            }
        }
    }

    @Test
    void takesANewSnapshotWhenTheChangesInBetweenAreNoLongerKept() throws IOException {
        try (var store = FakeStore.start();
                var host = FakeHost.echo("waw")) {
            store.putMachine("m-1", "shop", "waw", host.address(), "u-1");
            store.putMachine("m-2", "shop", "waw", host.address(), "u-1");
            store.putMachine("m-3", "attic", "waw", host.address(), "u-1");
            try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
                store.pause("machines");
                store.deleteMachine("m-1");
                store.deleteMachine("m-3");
                store.putMachine("m-4", "forum", "waw", host.address(), "u-4");
                store.forgetChanges();
                store.cut();
                store.resume();

                proxy.events().await("catalog.write", event -> "forum".equals(event.get("app")));
                Events.until(
                        "the deleted machines to go", () -> statusOf(proxy).contains("\"apps\":2,\"machines\":2,"));
                assertThat(proxy.get("attic", "/").status()).isEqualTo(404);
                assertThat(proxy.events().named("feed.cut"))
                        .anyMatch(event -> String.valueOf(event.get("reason")).contains("no longer kept"));
            }
        }
    }

    @Test
    void waitsForAStoreThatStartsLater() throws IOException {
        String address;
        try (RawServer early = RawServer.start((in, out) -> {})) {
            address = early.address();
        }
        try (var proxy = new TestProxy(address, EAGER)) {
            proxy.events().await("feed.cut");
            assertThat(proxy.control("/ready").status()).isEqualTo(503);
            assertThat(proxy.events().named("node.ready")).isEmpty();
            int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
            try (var store = FakeStore.start(port)) {
                proxy.ready();
                assertThat(store.asked()).hasSize(2);
                assertThat(proxy.control("/ready").status()).isEqualTo(200);
            }
        }
    }

    @Test
    void startsOverWhenTheStoreLeavesAChangeOut() throws IOException {
        var subscriptions = new AtomicInteger();
        try (RawServer store = RawServer.start((in, out) -> {
                    String body = RawMessage.read(in).orElseThrow().body();
                    String head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
                    String end = "{\"eoq\":{\"time\":0.1,\"change_id\":7}}\n";
                    FakeHost.write(out, head + chunk(end));
                    if (body.contains("FROM machines") && subscriptions.incrementAndGet() == 1) {
                        String row = "[\"m-1\",\"shop\",\"waw\",\"a:1\",\"started\",\"u-1\"]";
                        FakeHost.write(out, chunk("{\"change\":[\"insert\",1," + row + ",8]}\n"));
                        FakeHost.write(out, chunk("{\"change\":[\"insert\",1," + row + ",10]}\n"));
                    }
                    in.transferTo(OutputStream.nullOutputStream());
                });
                var proxy = new TestProxy(store.address(), EAGER)) {
            var cut = proxy.events().await("feed.cut");

            assertThat(cut.get("reason")).isEqualTo("the store sent change 10 where 9 was due");
            proxy.events()
                    .await("feed.live", event -> "machines".equals(event.get("table")) && subscriptions.get() == 2);
            // The new snapshot had no machines.
            Events.until("the snapshot to be applied", () -> statusOf(proxy).contains("\"apps\":0,\"machines\":0,"));
        }
    }

    @Test
    void isTakenUpAgainWhenTheStoreSaysNothingForTooLong() throws IOException {
        try (var store = FakeStore.start()) {
            store.putApp("shop", "u-1");
            store.putMachine("m-1", "shop", "waw", "127.0.0.1:1", "u-1");
            try (var proxy = new TestProxy(store.address(), "", "idle_timeout = \"60ms\"").ready()) {
                proxy.events()
                        .await("feed.cut", event -> "the store was silent for too long".equals(event.get("reason")));
                proxy.events().await("feed.live", event -> Boolean.TRUE.equals(event.get("resumed")));
            }
        }
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    private static String bodyOf(TestProxy proxy) {
        try {
            return proxy.get("shop", "/").body();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String statusOf(TestProxy proxy) {
        try {
            return proxy.control("/status").body();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
