package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.config.AddressTranslation;
import dev.gridlock.proxy.config.ProxyConfig;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.http.Upstream;
import dev.gridlock.proxy.json.Json;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * Follows one query of the store for as long as its thread is not interrupted. When the answer ends, for whatever reason, it
 * is taken up again after the last change that was dealt with, or from a new snapshot if the store no longer has the changes
 * in between.
 */
public final class Subscription implements Runnable {

    private final FeedSink sink;
    private final ProxyConfig.Store store;
    private final String dialled;
    private final Json json;
    private final EventLog events;
    private final Runnable onLive;
    private final FeedState state;
    private final Backoff backoff;
    private boolean resumable;

    /** Where the rows come from, and how to get there. */
    public record Source(ProxyConfig.Store store, AddressTranslation translation) {}

    private Subscription(FeedSink sink, Source source, Json json, EventLog events, Runnable onLive) {
        this.sink = sink;
        this.store = source.store();
        this.dialled = source.translation().of(store.address());
        this.json = json;
        this.events = events;
        this.onLive = onLive;
        state = new FeedState(sink.table());
        backoff = new Backoff(store.reconnectMin(), store.reconnectMax(), new Random());
    }

    /**
     * Of the machines.
     *
     * @param onLive called each time that the subscription stands, on its thread
     */
    public static Subscription ofMachines(
            CatalogTargets targets, Source source, Json json, EventLog events, Runnable onLive) {
        return new Subscription(new MachinesSink(MachineTable.MACHINES, targets), source, json, events, onLive);
    }

    /** Of the applications; see {@link #ofMachines}. */
    public static Subscription ofApplications(
            CatalogTargets targets, Source source, Json json, EventLog events, Runnable onLive) {
        return new Subscription(new AppsSink(targets), source, json, events, onLive);
    }

    /** Of the regions of each application, for an edge; see {@link #ofMachines}. */
    public static Subscription ofApplicationRegions(
            CatalogTargets targets, Source source, Json json, EventLog events, Runnable onLive) {
        return new Subscription(new MachinesSink(MachineTable.APP_REGIONS, targets), source, json, events, onLive);
    }

    /** How it stands. */
    public FeedState state() {
        return state;
    }

    /** Follows the query until the thread is interrupted. */
    @Override
    public void run() {
        try {
            while (!Thread.interrupted()) {
                String reason = followOnce();
                state.cut();
                Duration pause = backoff.next();
                events.event("feed.cut")
                        .with("table", sink.table())
                        .with("reason", reason)
                        .with("change_id", state.appliedChangeId())
                        .with("retryMillis", pause.toMillis())
                        .emit();
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            // The node is closing; this was the last thing that the thread did.
            Thread.currentThread().interrupt();
        }
    }

    /** Follows the query until its answer ends; says why it did. */
    private String followOnce() throws InterruptedException {
        try (Upstream upstream = Upstream.connect(store.address(), dialled, store.timeout())) {
            follow(upstream);
            return "the store ended the answer";
        } catch (SocketTimeoutException e) {
            return "the store was silent for too long";
        } catch (IOException | HttpException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void follow(Upstream upstream) throws IOException, HttpException, InterruptedException {
        boolean resumed = resumable;
        String from = resumed ? "?from=" + state.appliedChangeId() : "";
        ClassicHttpRequest request =
                StoreRequest.post(store.address(), "/v1/subscriptions" + from, json.write(sink.sql()));
        upstream.setSilenceLimit(store.timeout());
        upstream.send(request);
        ClassicHttpResponse response = upstream.receive(request);
        if (response.getCode() != 200) {
            resumable = false;
            throw new IOException("the store answered " + response.getCode() + ": "
                    + EntityUtils.toString(response.getEntity()).strip());
        }
        upstream.setSilenceLimit(store.idleTimeout());
        if (resumed) {
            live(true);
        }
        var lines = new FeedLines(response.getEntity().getContent(), json, sink.columns());
        List<List<String>> snapshot = new ArrayList<>();
        for (Optional<FeedEvent> line = lines.next(); line.isPresent(); line = lines.next()) {
            switch (line.get()) {
                case FeedEvent.Columns columns -> snapshot = new ArrayList<>();
                case FeedEvent.Row(List<String> cells) -> snapshot.add(cells);
                case FeedEvent.EndOfQuery(long changeId) -> {
                    sink.snapshot(snapshot);
                    snapshot = new ArrayList<>();
                    dealtWith(changeId);
                    live(false);
                }
                case FeedEvent.Change change -> take(change);
                case FeedEvent.Failure(String message) -> {
                    resumable = false;
                    throw new IOException("the store gave up: " + message);
                }
            }
        }
    }

    private void take(FeedEvent.Change change) throws IOException, InterruptedException {
        long expected = state.appliedChangeId() + 1;
        if (change.changeId() < expected) {
            return;
        }
        if (change.changeId() > expected) {
            resumable = false;
            throw new IOException("the store sent change " + change.changeId() + " where " + expected + " was due");
        }
        events.event("subscription.event")
                .update(sink.update(change.cells()))
                .with("table", sink.table())
                .with("key", sink.key(change.cells()))
                .with("change_id", change.changeId())
                .emit();
        state.told(sink.key(change.cells()));
        sink.change(change);
        dealtWith(change.changeId());
    }

    private void dealtWith(long changeId) {
        state.applied(changeId);
        // The store takes from=0 for no position at all.
        resumable = changeId > 0;
    }

    private void live(boolean resumed) {
        backoff.reset();
        events.event("feed.live")
                .with("table", sink.table())
                .with("change_id", state.appliedChangeId())
                .with("resumed", resumed)
                .emit();
        state.live();
        onLive.run();
    }
}
