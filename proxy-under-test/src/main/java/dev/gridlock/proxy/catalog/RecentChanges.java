package dev.gridlock.proxy.catalog;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The last changes that the store has told, so that a load can tell whether what it fetched is still the latest. Lock-free.
 *
 * <p>The two sides act in opposite order, and so cannot both miss the other: the feed records a change and then looks
 * whether its application is loaded; a load makes its application loaded and then looks whether a change was recorded
 * since before its fetch.
 */
public final class RecentChanges {

    private static final int KEPT = 4096;

    private record Change(long number, String app, String key, boolean everything) {}

    private final AtomicReferenceArray<Change> ring = new AtomicReferenceArray<>(KEPT);
    private final AtomicLong added = new AtomicLong();

    /** Nothing added. */
    public RecentChanges() {}

    /** A row has changed: {@code key} of the table concerned, now with application {@code app}. */
    public void add(String app, String key) {
        long number = added.incrementAndGet();
        ring.set(slot(number), new Change(number, app, key, false));
    }

    /** Anything may have changed: changes were missed. */
    public void addUnknown() {
        long number = added.incrementAndGet();
        ring.set(slot(number), new Change(number, "", "", true));
    }

    /** Where the record stands; for {@link #touchedSince}. */
    long mark() {
        return added.get();
    }

    /** Whether a change after {@code mark} concerns the application or one of the machines; true also when that is no longer known. */
    boolean touchedSince(long mark, ApplicationRows rows) {
        long end = added.get();
        if (end - mark > KEPT) {
            return true;
        }
        for (long number = mark + 1; number <= end; number++) {
            Change change = ring.get(slot(number));
            if (change == null || change.number() != number || change.everything() || concerns(change, rows)) {
                return true;
            }
        }
        return false;
    }

    private static boolean concerns(Change change, ApplicationRows rows) {
        return change.app().equals(rows.id())
                || rows.machines().stream().anyMatch(machine -> machine.id().equals(change.key()));
    }

    private static int slot(long number) {
        return (int) (number % KEPT);
    }
}
