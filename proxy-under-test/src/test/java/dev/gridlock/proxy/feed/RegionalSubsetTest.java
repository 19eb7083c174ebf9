package dev.gridlock.proxy.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Catalogs that keep the machines of some regions. */
class RegionalSubsetTest {

    private final FakeStore store = FakeStore.start();
    private final FakeHost host = FakeHost.echo("host");

    @AfterEach
    void close() {
        store.close();
        host.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"eager", "lazy", "lazy-reload"})
    void keepsMachinesOfItsRegionsAsTheyComeGoAndMove(String loading) throws IOException {
        store.putApp("shop", "u-1");
        store.putMachine("m-1", "shop", "waw", host.address(), "u-1");
        store.putMachine("m-2", "shop", "fra", host.address(), "u-1");
        store.putMachine("m-3", "shop", "iad", host.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), settings(loading)).ready()) {
            assertThat(machineOf(proxy)).isEqualTo("m-1");
            assertThat(proxy.control("/digest").body()).contains("\"machines\":2,", "\"regions\":[\"fra\",\"waw\"]");

            store.putMachine("m-1", "shop", "iad", host.address(), "u-2");
            Events.until(
                    "the machine that moved away to go", () -> machineOf(proxy).equals("m-2"));
            store.putMachine("m-4", "shop", "iad", host.address(), "u-3");
            store.putMachine("m-3", "shop", "waw", host.address(), "u-4");
            Events.until(
                    "the machine that moved here to come",
                    () -> machineOf(proxy).equals("m-3"));
            assertThat(proxy.node().catalog().index().applicationOf("m-4")).isEmpty();
            assertThat(proxy.node().catalog().index().applicationOf("m-1")).isEmpty();
            assertThat(proxy.control("/digest").body()).contains("\"machines\":2,");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"eager", "lazy"})
    void keepsToItsRegionsInANewSnapshotToo(String loading) throws IOException {
        store.putMachine("m-1", "shop", "waw", host.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), settings(loading)).ready()) {
            assertThat(machineOf(proxy)).isEqualTo("m-1");
            store.pause("machines");
            store.putMachine("m-1", "shop", "iad", host.address(), "u-2");
            store.putMachine("m-2", "shop", "fra", host.address(), "u-2");
            store.putMachine("m-3", "attic", "iad", host.address(), "u-2");
            store.forgetChanges();
            store.cut();
            store.resume();

            Events.until("the snapshot to be there", () -> machineOf(proxy).equals("m-2"));
            assertThat(proxy.node().catalog().index().applicationOf("m-1")).isEmpty();
            assertThat(proxy.get("attic", "/").status()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"eager", "lazy"})
    void anApplicationWithoutMachinesHereIsKnownAllTheSame(String loading) throws IOException {
        store.putApp("shop", "u-1");
        store.putMachine("m-1", "shop", "iad", host.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), settings(loading)).ready()) {
            RawMessage answer = proxy.get("shop", "/");

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.field("X-Gridlock-Reason")).contains("no-healthy-machine");
        }
    }

    private static String settings(String loading) {
        return "[catalog]\nregions = [\"waw\", \"fra\"]\nloading = \"" + loading + '"';
    }

    private static String machineOf(TestProxy proxy) {
        try {
            return proxy.get("shop", "/").field("X-Gridlock-Machine").orElse("");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
