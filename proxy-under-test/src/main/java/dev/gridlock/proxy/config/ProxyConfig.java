package dev.gridlock.proxy.config;

import dev.gridlock.proxy.catalog.BeyondBound;
import dev.gridlock.proxy.catalog.LoadWith;
import dev.gridlock.proxy.catalog.Loading;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.lock.PausePoint;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * The settings of one proxy, checked. Durations are positive unless a component says otherwise; addresses are resolved.
 *
 * @param folder what relative paths start from: the configuration file's folder
 * @param node who this proxy is
 * @param front where requests come in and how they go on
 * @param control where the control channel listens
 * @param store the local store
 * @param catalog the catalog and its lock
 * @param watchdog what ends a proxy that no longer answers
 * @param broken mistakes that the node makes on purpose, at most one for each part of it; usually none
 * @param pauses how long threads of the lock are held up, by the point that they reach; usually nowhere
 * @param roundTripMillis from this proxy's region, by region; a region that is not there counts as farther than all others
 * @param tier what this proxy knows
 * @param peers of an edge: the addresses of each region's proxies, {@code host:port}; empty for others
 * @param translation what to connect to in place of addresses
 */
public record ProxyConfig(
        Path folder,
        Node node,
        Front front,
        InetSocketAddress control,
        Store store,
        Catalog catalog,
        Watchdog watchdog,
        List<BrokenVariant> broken,
        Map<PausePoint, Duration> pauses,
        SortedMap<String, Double> roundTripMillis,
        Tier tier,
        SortedMap<String, List<String>> peers,
        AddressTranslation translation) {

    /**
     * Who this proxy is.
     *
     * @param name unique among all nodes
     * @param region short code, {@code waw}
     */
    public record Node(String name, String region) {}

    /**
     * The public side.
     *
     * @param address where requests come in; port 0 takes any free one
     * @param connectTimeout for a connection to a machine host
     * @param responseTimeout longest silence of a machine host, before and during its response
     * @param requestTimeout longest silence of a client inside a request
     * @param idleTimeout how long a client's connection is kept between requests
     * @param headTimeout how long a client may take over the head of a request
     * @param maxConnections how many clients may be connected
     * @param maxBodyBytes how long a request's body may be; 0 for no limit
     * @param drainTimeout how long requests under way have to end when the process is told to
     * @param attempts how many machine hosts are tried for one request, at least 1
     * @param hostPenalty how long a host that did not accept a connection is passed over
     */
    public record Front(
            InetSocketAddress address,
            Duration connectTimeout,
            Duration responseTimeout,
            Duration requestTimeout,
            Duration idleTimeout,
            Duration headTimeout,
            int maxConnections,
            int maxBodyBytes,
            Duration drainTimeout,
            int attempts,
            Duration hostPenalty) {

        /** Most bytes of a request's body. */
        public long bodyMost() {
            return maxBodyBytes == 0 ? Long.MAX_VALUE : maxBodyBytes;
        }
    }

    /**
     * The local store.
     *
     * @param address host and port of its API, {@code 10.1.0.2:8080}
     * @param timeout for a connection and for the answer to a query
     * @param idleTimeout a subscription that says nothing for so long is taken up anew
     * @param reconnectMin first pause before a subscription is taken up again
     * @param reconnectMax longest such pause, not less than {@code reconnectMin}
     */
    public record Store(
            String address, Duration timeout, Duration idleTimeout, Duration reconnectMin, Duration reconnectMax) {}

    /**
     * The catalog.
     *
     * @param loading which applications are kept
     * @param lock name of the lock, one of {@link dev.gridlock.proxy.lock.CatalogLocks#names()}
     * @param writeTimeout for the write lock when an application is loaded because of a request
     * @param applyTimeout for the write lock when a change of the subscription is applied
     * @param retryPause before a change that timed out is tried again; doubles up to 16 times; zero means at once
     * @param slowAfter waits and holds longer than this are reported
     * @param slots how many operations can be followed at a time
     * @param sampleInterval of the sampler that looks at the lock
     * @param stallAfter how long something must go on before it is called a stall
     * @param loadWith how a request's load takes the lock; upgradably only with a lock that can
     * @param regions only machines of these are kept; empty for all
     * @param stalenessBound the age of the catalog that is still taken for fresh; not less than a silent store can go unnoticed
     * @param beyondBound what becomes of requests beyond that
     */
    public record Catalog(
            Loading loading,
            String lock,
            WriteTimeout writeTimeout,
            WriteTimeout applyTimeout,
            Duration retryPause,
            Duration slowAfter,
            int slots,
            Duration sampleInterval,
            Duration stallAfter,
            LoadWith loadWith,
            SortedSet<String> regions,
            Duration stalenessBound,
            BeyondBound beyondBound) {}

    /**
     * The watchdog and the supervisor.
     *
     * @param enabled whether the watchdog runs at all
     * @param interval between two probes
     * @param deadline for the answer to one probe
     * @param patience how many probes in a row may fail before the node is halted, at least 1
     * @param snapshotDirectory where stall snapshots are written; a relative path starts from the configuration file's folder
     * @param restartDelay how long the supervisor waits before it starts a new process; may be zero
     * @param probe what the watchdog asks
     * @param restartJitter upper bound of a random addition to that delay; may be zero
     * @param maxRestarts how many times the supervisor starts a new process before it gives up, zero or more
     */
    public record Watchdog(
            boolean enabled,
            Duration interval,
            Duration deadline,
            int patience,
            Path snapshotDirectory,
            Duration restartDelay,
            ProbeKind probe,
            Duration restartJitter,
            int maxRestarts) {}
}
