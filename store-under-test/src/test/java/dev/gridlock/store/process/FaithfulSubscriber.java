package dev.gridlock.store.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.ClientView;
import dev.gridlock.store.testing.StoreClient;
import dev.gridlock.store.testing.SubscriptionStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A client that follows one subscription at one node, and comes back to it with the last change that it saw whenever the stream ends. It
 * never asks for a snapshot again once it has seen a change. Its thread runs until it is interrupted; the view may be read by any.
 */
final class FaithfulSubscriber implements Runnable {
    private final StoreClient store;
    private final String sql;
    private final String id;
    private ClientView view;
    private volatile SubscriptionStream stream;
    private int returns;

    /** Subscribes and reads the snapshot. */
    FaithfulSubscriber(StoreClient store, String sql) throws InterruptedException {
        this.store = store;
        this.sql = sql;
        this.stream = store.subscribe(sql);
        this.id = stream.id();
        this.view = new ClientView(stream.snapshot());
    }

    @Override
    public void run() {
        try {
            while (true) {
                String line = stream.await();
                if (line.isEmpty()) {
                    comeBack();
                } else {
                    apply(line);
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void apply(String line) {
        view.apply(line);
    }

    private void comeBack() throws InterruptedException {
        close();
        // from=0 is the same as no from: one that has seen no change yet takes the snapshot again
        boolean again = lastChange() == 0;
        String path = "/v1/subscriptions/" + id + (again ? "" : "?skip_rows=true&from=" + lastChange());
        while (true) {
            try {
                stream = store.resubscribe(path);
                if (again && !takeSnapshot()) {
                    continue;
                }
                count();
                return;
            } catch (UncheckedIOException stillAway) {
                Thread.sleep(20);
            }
        }
    }

    /** False when the node went away before the end of it. */
    private boolean takeSnapshot() throws InterruptedException {
        List<String> snapshot = new ArrayList<>();
        do {
            snapshot.add(stream.await());
        } while (!snapshot.getLast().startsWith("{\"eoq\"")
                && !snapshot.getLast().isEmpty());
        if (snapshot.getLast().isEmpty()) {
            close();
            return false;
        }
        replaceView(new ClientView(snapshot));
        return true;
    }

    private synchronized void replaceView(ClientView fresh) {
        view = fresh;
    }

    private synchronized void count() {
        returns++;
    }

    private synchronized long lastChange() {
        return view.lastChange();
    }

    /** How often it came back. */
    synchronized int returns() {
        return returns;
    }

    /** The rows it holds. */
    synchronized Collection<String> rows() {
        return List.copyOf(view.rows());
    }

    /** The rows it holds are those of the query at its node, no more and no less. */
    void assertEqualsItsQuery() {
        assertThat(rows()).containsExactlyInAnyOrderElementsOf(store.rows(sql));
    }

    void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
