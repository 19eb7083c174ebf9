package dev.gridlock.proxy.catalog;

import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.route.usage.Hosts;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Loads an application that a request has asked for: queries the store, then takes the write lock, but not for longer than
 * the timeout. Thread-safe. Requests that miss the same application at the same time each query the store and each take
 * the write lock; the first one puts it in.
 */
public final class LazyLoader {

    /** How often an application that changes while it is being loaded is fetched anew before the request is served without. */
    private static final int FETCHES = 4;

    private enum Outcome {
        INSERTED,
        TIMEOUT,
        ABSENT,
        SUPERSEDED
    }

    private final Catalog catalog;
    private final ApplicationSource source;
    private final RecentChanges changes;
    private final LatestUpdates updates;
    private final Hosts hosts;
    private final WriteTimeout timeout;
    private final LoadWith loadWith;
    private final EventLog events;

    /**
     * A loader for one catalog.
     *
     * @param source where applications come from
     * @param changes what the feed has told lately
     * @param updates the causes that the feed has remembered
     * @param hosts gives the hosts of machines that are not in the catalog their health
     * @param timeout for the write lock
     * @param loadWith how it takes it
     */
    public LazyLoader(
            Catalog catalog,
            ApplicationSource source,
            RecentChanges changes,
            LatestUpdates updates,
            Hosts hosts,
            WriteTimeout timeout,
            LoadWith loadWith,
            EventLog events) {
        this.catalog = catalog;
        this.source = source;
        this.changes = changes;
        this.updates = updates;
        this.hosts = hosts;
        this.timeout = timeout;
        this.loadWith = loadWith;
        this.events = events;
    }

    /** Loads {@code app}, or says why not. Waits for the store and for the lock. */
    public LoadResult load(String app) {
        Outcome outcome = Outcome.SUPERSEDED;
        var rows = new ApplicationRows(app, Optional.empty(), List.of());
        for (int fetch = 0; fetch < FETCHES && outcome == Outcome.SUPERSEDED; fetch++) {
            long mark = changes.mark();
            try {
                rows = source.fetch(app);
            } catch (IOException e) {
                report(app, updates.of(app), "store-failed");
                return new LoadResult.StoreFailed(String.valueOf(e.getMessage()));
            }
            outcome = rows.isAbsent() ? Outcome.ABSENT : insert(rows, mark);
        }
        report(app, cause(rows), outcome.name().toLowerCase(Locale.ROOT));
        return switch (outcome) {
            case ABSENT -> new LoadResult.Absent();
            case INSERTED -> new LoadResult.Inserted();
            case TIMEOUT, SUPERSEDED -> new LoadResult.Fetched(ApplicationEntry.detached(rows, hosts));
        };
    }

    private Outcome insert(ApplicationRows rows, long mark) {
        WriteOutcome<Outcome> outcome = switch (loadWith) {
            case WRITE -> catalog.write("lazy-load", rows.id(), cause(rows), timeout, edit -> insert(edit, rows, mark));
            case UPGRADABLE ->
                catalog.checkThenWrite(
                        "lazy-load",
                        rows.id(),
                        cause(rows),
                        timeout,
                        view -> view.application(rows.id()).map(entry -> Outcome.INSERTED),
                        edit -> insert(edit, rows, mark));
        };
        return switch (outcome) {
            case WriteOutcome.TimedOut<Outcome> timedOut -> Outcome.TIMEOUT;
            case WriteOutcome.Written<Outcome>(Outcome inserted) -> inserted;
        };
    }

    private Outcome insert(CatalogEdit edit, ApplicationRows rows, long mark) {
        if (edit.isLoaded(rows.id())) {
            // Another request was faster, and since then the feed keeps it current.
            return Outcome.INSERTED;
        }
        edit.load(rows);
        if (changes.touchedSince(mark, rows)) {
            edit.unload(rows.id());
            return Outcome.SUPERSEDED;
        }
        return Outcome.INSERTED;
    }

    private String cause(ApplicationRows rows) {
        String told = updates.of(rows.id());
        return told.isEmpty() ? rows.application().map(Application::updateId).orElse("") : told;
    }

    private void report(String app, String update, String outcome) {
        events.event("catalog.load")
                .update(update)
                .with("app", app)
                .with("outcome", outcome)
                .emit();
    }
}
