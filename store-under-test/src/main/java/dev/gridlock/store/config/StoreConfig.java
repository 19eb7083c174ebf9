package dev.gridlock.store.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The configuration of one node. Immutable; {@link ConfigFile} checks the bounds that the components state.
 *
 * <p>Key names are Corrosion's where it has the key.
 */
public record StoreConfig(
        Node node,
        Db db,
        Gossip gossip,
        Sync sync,
        Api api,
        Subscriptions subscriptions,
        Perf perf,
        Telemetry telemetry,
        AddressTranslation translation,
        Broken broken) {

    /**
     * {@code [node]}.
     *
     * @param name the name in events and messages
     * @param region the region's code, empty when there is none
     */
    public record Node(String name, String region) {}

    /**
     * {@code [db]}.
     *
     * @param path the database file; created when missing
     * @param schemaPaths files or folders of {@code .sql}, applied at start
     * @param synchronous whether a commit survives a power cut ({@code normal} at checkpoints) or only the death of the process
     * @param readConnections most read connections open at once, 1 to 64
     * @param limits sizes in memory and on disk
     * @param writers how writers wait for each other
     */
    public record Db(
            Path path,
            List<Path> schemaPaths,
            Synchronous synchronous,
            int readConnections,
            Limits limits,
            Writers writers) {
        /** A database with the ordinary limits and ordinary writers. */
        public Db(Path path, List<Path> schemaPaths, Synchronous synchronous, int readConnections) {
            this(path, schemaPaths, synchronous, readConnections, Limits.ORDINARY, Writers.ORDINARY);
        }
    }

    /**
     * Sizes of {@code [db]}.
     *
     * @param cacheSizeKib page cache of each connection in KiB, at least 1
     * @param maxSizeMib largest database file in MiB, beyond which the disk counts as full; 0 for no limit
     * @param walThresholdMb size of the write-ahead log in MiB from which on it is cut
     */
    public record Limits(int cacheSizeKib, int maxSizeMib, int walThresholdMb) {
        /** Small, because a fleet of nodes may share one machine. */
        public static final Limits ORDINARY = new Limits(2048, 0, 64);
    }

    /**
     * Writers of {@code [db]}.
     *
     * @param order who is next
     * @param timeout longest wait for the turn to write; zero for no limit
     */
    public record Writers(WriteOrder order, Duration timeout) {
        /** Corrosion's. */
        public static final Writers ORDINARY = new Writers(WriteOrder.STRICT, Duration.ofMinutes(5));
    }

    /** Which of several waiting writers is next. */
    public enum WriteOrder {
        /** Clients before changes of other nodes before upkeep, as in Corrosion. */
        STRICT,
        /** First come, first served. */
        FIFO
    }

    /** SQLite's {@code synchronous} setting. Both keep acknowledged commits when the process is killed. */
    public enum Synchronous {
        /** Sync at checkpoints: a power cut may lose the last commits, never the file. */
        NORMAL,
        /** Leave it to the operating system: a power cut may corrupt the file. */
        OFF
    }

    /**
     * {@code [gossip]}.
     *
     * @param addr where to listen
     * @param externalAddr what to tell peers instead of {@code addr}
     * @param bootstrap peers to connect to
     * @param clusterId nodes with different ids refuse each other, 0 to 65535
     * @param swim periods and counts of the membership protocol
     * @param interval how long fresh changes are collected before they are sent to others than the nearest members
     * @param fanout members that a change set is sent to in one round, 1 to 1000; 0 for Corrosion's rule
     * @param maxTransmissions rounds that a change set takes part in; 0 for {@code floor(4 log10(nodes + 1))}
     * @param rebroadcastInterval pause before the second round; the n-th pause is n times as long
     * @param rateLimitBytes bytes of broadcasts a second, at least 1
     * @param connectTimeout longest wait for a connection and its greeting
     * @param sendTimeout a connection whose write takes longer is broken
     * @param idleTimeout how long an unused connection is kept
     * @param reconnectPause how long nothing is sent to a peer after its connection failed
     * @param membersInterval how often the members are written to the database, for the next start
     */
    public record Gossip(
            Endpoint addr,
            Optional<Endpoint> externalAddr,
            List<Endpoint> bootstrap,
            int clusterId,
            SwimConfig swim,
            Duration interval,
            int fanout,
            int maxTransmissions,
            Duration rebroadcastInterval,
            long rateLimitBytes,
            Duration connectTimeout,
            Duration sendTimeout,
            Duration idleTimeout,
            Duration reconnectPause,
            Duration membersInterval) {}

    /**
     * {@code [sync]}.
     *
     * @param peers members asked in one round, 1 to 100; 0 for Corrosion's rule, a hundredth of the cluster, 3 to 10
     * @param timeout longest wait for a connection or for one message of a peer
     * @param maxConcurrent catch-ups of others served at the same time
     * @param versionsPerRequest versions asked for at once
     */
    public record Sync(int peers, Duration timeout, int maxConcurrent, int versionsPerRequest) {}

    /**
     * {@code [api]}.
     *
     * @param addr where to listen
     * @param maxBodyBytes largest request body
     * @param endpointName what requests may ask for by header; empty when the header is not looked at
     * @param bearerToken what every request must bring; empty when anybody may ask
     * @param maxConcurrency requests of one route that may wait for their answer to begin, 1 to 1000000
     * @param maxConcurrencyStats the same for the routes about the node itself
     */
    public record Api(
            Endpoint addr,
            int maxBodyBytes,
            Optional<String> endpointName,
            Optional<String> bearerToken,
            int maxConcurrency,
            int maxConcurrencyStats) {}

    /**
     * {@code [subscriptions]}.
     *
     * @param interval how long changes are collected before a subscription looks at them
     * @param batchKeys rows that end the collecting early
     * @param path folder of the subscriptions that outlive the process; from {@code db.subscriptions_path}
     * @param history changes that a purge keeps for readers that come back with {@code from}
     * @param purgeInterval pause between two purges
     * @param buffer changes that one reader may lag behind before it is cut
     * @param idleTimeout how long a subscription without readers lives
     * @param updatesIdleTimeout how long the feed of a table without readers lives
     * @param queryTimeout longest run of the first query
     */
    public record Subscriptions(
            Path path,
            Duration interval,
            int batchKeys,
            int history,
            Duration purgeInterval,
            int buffer,
            Duration idleTimeout,
            Duration updatesIdleTimeout,
            Duration queryTimeout) {}

    /**
     * {@code [perf]}.
     *
     * @param applyQueueTimeout how long received change sets are collected before they are applied
     * @param applyQueueMaxBatchSize column changes that end the collecting early
     * @param processingQueueLen change sets that may wait to be applied, and to be sent
     * @param minSyncBackoff shortest pause between two catch-ups, of which 70 % to 130 % is drawn
     * @param maxSyncBackoff longest pause between two catch-ups, reached by doubling
     */
    public record Perf(
            Duration applyQueueTimeout,
            int applyQueueMaxBatchSize,
            int processingQueueLen,
            Duration minSyncBackoff,
            Duration maxSyncBackoff) {}

    /**
     * {@code [telemetry]}.
     *
     * @param updateColumn the column that holds the id of a row's last update, empty for none
     * @param updateEvents whether each step of each update makes an event
     * @param prometheus where metrics are served; empty for nowhere
     */
    public record Telemetry(String updateColumn, boolean updateEvents, Optional<Endpoint> prometheus) {}

    /**
     * {@code [broken]}: mistakes that the node makes on purpose.
     *
     * @param variants which, in the order of the configuration
     */
    public record Broken(List<BrokenVariant> variants) {}
}
