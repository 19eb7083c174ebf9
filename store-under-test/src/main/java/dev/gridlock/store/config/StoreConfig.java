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
        Telemetry telemetry) {

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
     */
    public record Db(Path path, List<Path> schemaPaths, Synchronous synchronous, int readConnections) {}

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
     * @param interval how long fresh changes are collected before they are sent
     * @param fanout peers that a change set is sent to in one round, 1 to 1000
     * @param maxTransmissions rounds that a change set takes part in; 0 for {@code floor(4 log10(nodes + 1))}
     * @param rebroadcastInterval pause before the second round; the n-th pause is n times as long
     * @param reconnectMin first pause after a failed connection
     * @param reconnectMax longest pause after failed connections
     */
    public record Gossip(
            Endpoint addr,
            Optional<Endpoint> externalAddr,
            List<Endpoint> bootstrap,
            int clusterId,
            Duration interval,
            int fanout,
            int maxTransmissions,
            Duration rebroadcastInterval,
            Duration reconnectMin,
            Duration reconnectMax) {}

    /**
     * {@code [sync]}.
     *
     * @param interval pause between rounds of catch-up, drawn from 70 % to 130 % of this
     * @param peers peers asked in one round, 1 to 100
     * @param timeout longest wait for a connection or for one message of a peer
     */
    public record Sync(Duration interval, int peers, Duration timeout) {}

    /**
     * {@code [api]}.
     *
     * @param addr where to listen
     * @param maxBodyBytes largest request body
     */
    public record Api(Endpoint addr, int maxBodyBytes) {}

    /**
     * {@code [subscriptions]}.
     *
     * @param interval how long changes are collected before a subscription looks at them
     * @param batchKeys rows that end the collecting early
     * @param history changes kept for readers that come back with {@code from}
     * @param buffer changes that one reader may lag behind before it is cut
     * @param idleTimeout how long a subscription without readers lives
     * @param queryTimeout longest run of the first query
     */
    public record Subscriptions(
            Duration interval, int batchKeys, int history, int buffer, Duration idleTimeout, Duration queryTimeout) {}

    /**
     * {@code [perf]}.
     *
     * @param applyQueueTimeout how long received change sets are collected before they are applied
     * @param applyQueueMaxBatchSize column changes that end the collecting early
     * @param processingQueueLen change sets that may wait to be applied, and to be sent
     */
    public record Perf(Duration applyQueueTimeout, int applyQueueMaxBatchSize, int processingQueueLen) {}

    /**
     * {@code [telemetry]}.
     *
     * @param updateColumn the column that holds the id of a row's last update, empty for none
     */
    public record Telemetry(String updateColumn) {}
}
