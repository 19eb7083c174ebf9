package dev.gridlock.toxiproxy;

import dev.gridlock.toxiproxy.api.ApiServer;
import dev.gridlock.toxiproxy.api.ProxyApi;
import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.link.Meter;
import dev.gridlock.toxiproxy.metrics.ProxyMetrics;
import dev.gridlock.toxiproxy.proxy.Proxy;
import dev.gridlock.toxiproxy.proxy.ProxyContext;
import dev.gridlock.toxiproxy.proxy.ProxyRegistry;
import dev.gridlock.toxiproxy.proxy.RefusedException;
import dev.gridlock.toxiproxy.proxy.Traffic;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A server that speaks the HTTP API of Toxiproxy 2.12 and carries TCP connections through its proxies and toxics.
 *
 * <p>With equal seeds, the connection of the same number in the proxy of the same name draws the same for a toxic of the same name:
 * whether it is hit (toxicity), the delay of its n-th chunk (jitter), the size of its n-th slice. Where chunks begin and end is decided
 * by the network.
 *
 * <p>Thread-safe. Nothing of it is meant to run inside a simulation: it uses the machine's clock and sockets.
 */
public final class ToxiproxyServer implements AutoCloseable {
    private static final Meter UNCOUNTED = new Meter() {
        @Override
        public void received(int bytes) {
            // nobody asks
        }

        @Override
        public void sent(int bytes) {
            // nobody asks
        }
    };

    private final InetAddress address;
    private final ProxyRegistry proxies;
    private final ProxyApi api;
    private final ApiServer server;

    private ToxiproxyServer(InetAddress address, ProxyRegistry proxies, ProxyApi api, ApiServer server) {
        this.address = address;
        this.proxies = proxies;
        this.api = api;
        this.server = server;
    }

    /**
     * Starts a server without proxies.
     *
     * @throws IOException when the API cannot listen at the address
     */
    public static ToxiproxyServer start(ToxiproxyOptions options) throws IOException {
        Optional<ProxyMetrics> metrics = options.metrics() ? Optional.of(new ProxyMetrics()) : Optional.empty();
        Traffic traffic = metrics.<Traffic>map(on -> on).orElse((proxy, state, direction) -> UNCOUNTED);
        ProxyRegistry proxies = new ProxyRegistry(new ProxyContext(options.seed(), traffic, options.notices()));
        ProxyApi api = new ProxyApi(proxies);
        InetAddress address = InetAddress.getByName(options.host());
        Optional<Supplier<String>> text = metrics.map(on -> on::text);
        ApiServer server = ApiServer.start(address, options.port(), proxies, api, text, options.notices());
        return new ToxiproxyServer(address, proxies, api, server);
    }

    /** The address at which the API listens. */
    public String host() {
        return address.getHostAddress();
    }

    /** The port at which the API listens. */
    public int port() {
        return server.port();
    }

    /** The proxies, which the API changes too. */
    public ProxyRegistry proxies() {
        return proxies;
    }

    /**
     * Creates or replaces proxies, as {@code POST /populate} does. Those before the first that fails stay.
     *
     * @param json a list of proxies
     * @return the proxies of the list
     * @throws BadBodyException when it is not that
     * @throws RefusedException when a proxy cannot be had
     */
    public List<Proxy> populate(String json) throws BadBodyException, RefusedException {
        List<Proxy> done = new ArrayList<>();
        api.populate(json, done);
        return done;
    }

    /** Stops the API, closes all listeners and connections. */
    @Override
    public void close() {
        server.close();
        proxies.close();
    }
}
