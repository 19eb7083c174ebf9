package dev.gridlock.store.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The metrics of one node, under the names that Corrosion gives them. Thread-safe; every method is quick and takes no lock that is
 * held for long.
 *
 * <p>Metrics without labels are fields. Those with labels have a method each, so that no caller can misspell a label. Label values
 * that are known beforehand show from the start, with zero.
 */
public final class StoreMetrics {
    private final Registry registry = new Registry();
    private final LagWindow lagWindow = new LagWindow(System::nanoTime);

    /** Where a change came from. */
    public enum Source {
        /** A transaction of this node's client. */
        LOCAL,
        /** Another node, whatever the way. */
        REMOTE
    }

    /** The way by which a change arrived. */
    public enum Way {
        BROADCAST,
        SYNC
    }

    /** Where applied changes came from. */
    public enum Origin {
        LOCAL,
        REMOTE,
        /** Changes that had waited for the rest of their version. */
        BUFFERED
    }

    /** How a duplicate was recognised. */
    public enum DuplicateFrom {
        /** It had arrived before and waited, or had been seen lately. */
        CACHE,
        /** The bookkeeping has its version. */
        BOOKIE
    }

    /** Who is told: the nearest peers at once, or others in batches. */
    public enum Spread {
        LOCAL,
        GLOBAL
    }

    /** The queue of a writer. */
    public enum Queue {
        PRIORITY,
        NORMAL,
        LOW
    }

    /** What a client keeps open. */
    public enum Stream {
        SUBSCRIPTION,
        UPDATES
    }

    private final Counter changesCommitted = registry.counter(
            "corro_changes_committed", "Column changes committed, by table and source", "table", "source");
    public final Gauge changesInQueue =
            registry.gauge("corro_agent_changes_in_queue", "Column changes that wait to be applied");
    public final Gauge changesetsInQueue =
            registry.gauge("corro_agent_changesets_in_queue", "Change sets that wait to be applied");
    public final Histogram changesBatchSize =
            registry.sizes("corro_agent_changes_batch_size", "Column changes applied in one transaction");
    public final Counter changesDropped =
            registry.counter("corro_agent_changes_dropped", "Change sets dropped from a full queue");
    private final Histogram changesCommitLagSeconds = registry.histogram(
            "corro_agent_changes_commit_lag_seconds", "From the commit at the origin to the commit here");
    private final Histogram changesRecvLag = registry.histogram(
            "corro_agent_changes_recv_lag_seconds", "From the commit at the origin to the arrival here", "source");
    private final Histogram changesProcessingTime = registry.histogram(
            "corro_agent_changes_processing_time_seconds", "Time that applying a batch took", "source");
    public final Gauge dbGapsSum = registry.gauge("corro_db_gaps_sum", "Versions known to be missing");
    public final Gauge dbBufferedChanges =
            registry.gauge("corro_db_buffered_changes_v2_total", "Changes that wait for the rest of their version");

    public final Counter broadcastRecvCount =
            registry.counter("corro_broadcast_recv_count", "Change sets received by broadcast");
    private final Counter broadcastDuplicate = registry.counter(
            "corro_broadcast_duplicate_count", "Change sets received by broadcast that were here already", "from");
    private final Counter broadcastSpawn =
            registry.counter("corro_broadcast_spawn", "Broadcasts sent to a peer", "type");
    public final Counter broadcastDropped =
            registry.counter("corro_broadcast_dropped", "Broadcasts given up, left to the catch-up");
    public final Counter broadcastRateLimited =
            registry.counter("corro_broadcast_rate_limited", "Broadcasts held up by the rate limit");
    public final Gauge broadcastPendingCount =
            registry.gauge("corro_broadcast_pending_count", "Broadcasts that wait for their next round");

    public final Counter syncChangesRecv =
            registry.counter("corro_sync_changes_recv", "Column changes received in catch-ups");
    public final Counter syncChangesSent =
            registry.counter("corro_sync_changes_sent", "Column changes sent in catch-ups");
    public final Counter syncClientMember = registry.counter("corro_sync_client_member", "Peers asked in catch-ups");
    public final Counter syncClientReqSent =
            registry.counter("corro_sync_client_req_sent", "Ranges of versions asked for in catch-ups");
    public final Counter syncRequestsRecv =
            registry.counter("corro_sync_requests_recv", "Catch-ups that peers began here");
    public final Counter syncClientHandshakeErrors =
            registry.counter("corro_sync_client_handshake_errors", "Catch-ups that failed before the first change");

    public final Gauge gossipMembers = registry.gauge("corro_gossip_members", "Members believed to be alive");
    public final Counter gossipMemberAdded = registry.counter("corro_gossip_member_added", "Members that came up");
    public final Counter gossipMemberRemoved =
            registry.counter("corro_gossip_member_removed", "Members that went down");
    public final Gauge gossipClusterSize =
            registry.gauge("corro_gossip_cluster_size", "Members believed to be alive, this node included");
    private final Counter swimNotification =
            registry.counter("corro_swim_notification", "What the membership protocol told", "type");
    public final Counter transportConnectErrors =
            registry.counter("corro_transport_connect_errors_v2", "Connections to peers that failed");
    public final Histogram transportRttSeconds =
            registry.histogram("corro_transport_rtt_v2_seconds", "Round trips to peers");

    private final Histogram poolQueue =
            registry.histogram("corro_sqlite_pool_queue_seconds", "Time that writers waited for the database", "queue");
    public final Counter sqliteInterrupt =
            registry.counter("corro_sqlite_interrupt", "Statements stopped because their time was up");
    public final Gauge dbWalSize = registry.gauge("corro_db_wal_size", "Bytes in the write-ahead log");

    public final Counter subsChangesMatched =
            registry.counter("corro_subs_changes_matched_count", "Changed rows that subscriptions looked at");
    public final Histogram subsChangesProcessingDuration = registry.histogram(
            "corro_subs_changes_processing_duration_seconds", "Time that a subscription took for a batch of rows");
    private final Gauge apiActiveStreams =
            registry.gauge("corro_api_active_streams", "Streams that clients keep open", "source");

    /** Metrics that are all zero. */
    public StoreMetrics() {
        init(Way.values()).forEach(changesRecvLag::initLabelValues);
        init(Origin.values()).forEach(changesProcessingTime::initLabelValues);
        init(DuplicateFrom.values()).forEach(broadcastDuplicate::initLabelValues);
        init(Spread.values()).forEach(broadcastSpawn::initLabelValues);
        init(Queue.values()).forEach(poolQueue::initLabelValues);
        init(Stream.values()).forEach(apiActiveStreams::initLabelValues);
    }

    private static List<String> init(Enum<?>[] values) {
        return List.of(values).stream().map(StoreMetrics::label).toList();
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Column changes of a table that were committed here. */
    public void committed(String table, Source source, long changes) {
        changesCommitted.labelValues(table, label(source)).inc(changes);
    }

    /** A change set arrived this long after its commit. Negative lags, which clocks that disagree make, count as none. */
    public void received(Way way, Duration lag) {
        changesRecvLag.labelValues(label(way)).observe(Math.max(0, seconds(lag)));
    }

    /** A change set was committed here this long after its commit at the origin. Negative lags count as none. */
    public void commitLag(Duration lag) {
        changesCommitLagSeconds.observe(Math.max(0, seconds(lag)));
        lagWindow.add(lag);
    }

    /**
     * The commit lag that 99 of 100 change sets of the last two minutes did not exceed, in seconds from 0.005 to 10; empty when there
     * were none.
     */
    public OptionalDouble p99CommitLagSeconds() {
        return lagWindow.p99();
    }

    /** A batch took this long to apply. */
    public void processed(Origin origin, Duration time) {
        changesProcessingTime.labelValues(label(origin)).observe(seconds(time));
    }

    /** Change sets arrived by broadcast that were here already. */
    public void duplicates(DuplicateFrom from, long changeSets) {
        broadcastDuplicate.labelValues(label(from)).inc(changeSets);
    }

    /** A broadcast was sent to a peer. */
    public void broadcast(Spread spread) {
        broadcastSpawn.labelValues(label(spread)).inc();
    }

    /**
     * The membership protocol told something.
     *
     * @param type foca's name of it in lower case, such as {@code memberup}, {@code memberdown}, {@code rejoin}
     */
    public void swim(String type) {
        swimNotification.labelValues(type).inc();
    }

    /** A writer got the database after this long. */
    public void waited(Queue queue, Duration time) {
        poolQueue.labelValues(label(queue)).observe(seconds(time));
    }

    /** A client opened a stream; {@link #streamClosed} ends it. */
    public void streamOpened(Stream stream) {
        apiActiveStreams.labelValues(label(stream)).inc();
    }

    /** A client's stream ended. */
    public void streamClosed(Stream stream) {
        apiActiveStreams.labelValues(label(stream)).dec();
    }

    /** Everything in the Prometheus text format, sorted by name, then by labels. */
    public String text() {
        return registry.text();
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
