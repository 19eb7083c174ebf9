package dev.gridlock.proxy.route.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whole proxies whose configuration asks for a misuse. */
class BrokenProxyTest {

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

    @Test
    void aGuardHeldIntoElseStopsTheProxyAtAnApplicationThatIsNotLoaded() throws IOException {
        try (var proxy = broken("guard-held-into-else", "lazy").ready()) {
            Thread.ofVirtual().start(() -> ask(proxy));

            awaitLocks(proxy, "\"kind\":\"deadlock\"");
            assertThat(proxy.control("/locks").body()).contains("\"label\":\"lazy-load\"");
            assertThat(proxy.events().named("catalog.write")).isEmpty();
        }
    }

    @Test
    void aGuardHeldWhileApplyingStopsTheProxyAtOneRow() throws IOException {
        try (var proxy = broken("guard-held-while-applying", "eager").ready()) {
            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);

            store.putApp("attic", "u-2");

            awaitLocks(proxy, "\"kind\":\"deadlock\"");
            assertThat(proxy.control("/locks").body()).contains("\"update\":\"u-2\"");
        }
    }

    @Test
    void aLeakedReaderStopsWritesAfterAnApplicationLostItsMachines() throws IOException {
        try (var proxy = broken("leaked-reader", "lazy").ready()) {
            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
            store.putMachine("m-1", "shop", "waw", host.address(), "stopped", "u-2");
            proxy.events().await("catalog.write", event -> "u-2".equals(event.get("update")));

            assertThat(proxy.get("shop", "/").status()).isEqualTo(503);
            store.putMachine("m-1", "shop", "waw", host.address(), "u-3");

            proxy.events().await("lock.timeout", event -> "u-3".equals(event.get("update")));
            assertThat(proxy.control("/locks").body()).contains("\"label\":\"route\"");
        }
    }

    @Test
    void aRetryOnShortTimeoutTriesForEver() throws IOException {
        try (var proxy = broken("retry-on-short-timeout", "lazy").ready()) {
            proxy.get("shop", "/");

            store.putMachine("m-2", "shop", "waw", host.address(), "u-2");

            Events.until(
                    "ten timeouts", () -> proxy.events().named("lock.timeout").size() >= 10);
            assertThat(proxy.events().named("catalog.write")).hasSize(1);
            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
        }
    }

    @Test
    void aNestedReadGoesWellWhileNobodyWrites() throws IOException {
        try (var proxy = broken("nested-read", "lazy").ready()) {
            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
            int before = operations(proxy);
            assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
            assertThat(operations(proxy)).isEqualTo(before + 2);
        }
    }

    private TestProxy broken(String variant, String loading) throws IOException {
        return new TestProxy(store.address(), """
                [catalog]
                loading = "%s"
                apply_timeout = "20ms"
                [broken]
                variants = ["%s"]
                """.formatted(loading, variant));
    }

    /** Asks until one request is still waiting when the proxy is closed; on a busy machine a load may be too late to begin with. */
    private static void ask(TestProxy proxy) {
        assertThatIOException().isThrownBy(() -> {
            while (true) {
                proxy.get("shop", "/");
            }
        });
    }

    private static int operations(TestProxy proxy) throws IOException {
        Matcher count = Pattern.compile("\"operations\":(\\d+)")
                .matcher(proxy.control("/locks").body());
        assertThat(count.find()).isTrue();
        return Integer.parseInt(count.group(1));
    }

    private static void awaitLocks(TestProxy proxy, String text) {
        Events.until(text, () -> {
            try {
                return proxy.control("/locks").body().contains(text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
