package dev.gridlock.proxy.fake;

import dev.gridlock.proxy.ProxyNode;
import dev.gridlock.proxy.config.ConfigException;
import dev.gridlock.proxy.config.ConfigFile;
import dev.gridlock.proxy.config.ProxyConfig;
import java.io.IOException;
import java.nio.file.Path;

/** A proxy in this process, with the events that it prints. */
public final class TestProxy implements AutoCloseable {

    private final Events events = new Events();
    private final ProxyNode node;

    /**
     * Starts a proxy of region waw on free ports.
     *
     * @param settings further keys of [proxy], or further tables
     */
    public TestProxy(String store, String settings) throws IOException {
        this(store, settings, "");
    }

    /** Starts a proxy as the other constructor does, with further keys of [store]. */
    public TestProxy(String store, String settings, String storeSettings) throws IOException {
        node = ProxyNode.start(config(store, settings, storeSettings), events.stream());
    }

    /** A configuration with free ports, round trips for waw, fra and iad, no watchdog unless the settings have one, and the given keys of [proxy] or further tables. */
    private static ProxyConfig config(String store, String settings, String storeSettings) {
        try {
            String text = text(store, settings).replace("[store]", "[store]\n" + storeSettings);
            return ConfigFile.parse("test", text, Path.of("").toAbsolutePath());
        } catch (ConfigException e) {
            throw new AssertionError(e);
        }
    }

    /** The text of the configuration file. */
    public static String text(String store, String settings) {
        return """
                [node]
                name = "proxy-waw-1"
                region = "waw"
                [control]
                addr = "127.0.0.1:0"
                [store]
                addr = "%s"
                reconnect_min = "5ms"
                reconnect_max = "50ms"
                [regions]
                waw = 0.4
                fra = 18.0
                iad = 110
                %s
                [proxy]
                addr = "127.0.0.1:0"
                %s
                """.formatted(store, settings.contains("[watchdog]") ? "" : "[watchdog]\nenabled = false", settings);
    }

    /** Waits until both subscriptions are live. */
    public TestProxy ready() {
        events.await("node.ready");
        return this;
    }

    public ProxyNode node() {
        return node;
    }

    public Events events() {
        return events;
    }

    /** One GET to an application. */
    public RawMessage get(String app, String target) throws IOException {
        return RawClient.get(node.frontAddress(), app + ".example", target);
    }

    /** One GET to the control channel. */
    public RawMessage control(String target) throws IOException {
        return RawClient.get(node.controlAddress(), "control", target);
    }

    @Override
    public void close() throws IOException {
        node.close();
    }
}
