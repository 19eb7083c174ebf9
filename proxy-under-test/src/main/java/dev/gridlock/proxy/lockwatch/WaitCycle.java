package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.LockMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Threads that wait for each other in a circle over one reader-writer lock. Such a circle has a thread in it that holds the
 * lock and waits for it: for its own hold, if it wants to be alone; or for a writer that came before it and waits for that hold.
 */
final class WaitCycle {

    /**
     * One step of the circle.
     *
     * @param waiter who waits
     * @param behind whom it waits for: a holder, or a waiter that came earlier
     */
    record Link(Seen waiter, Seen behind) {

        Map<String, Object> toMap() {
            var map = new LinkedHashMap<String, Object>();
            map.put("thread", waiter.thread());
            map.put("waitsFor", waiter.mode().name().toLowerCase(Locale.ROOT));
            map.put("behind", behind.thread());
            map.put("whoseLabel", behind.label());
            map.put("whoseMode", behind.mode().name().toLowerCase(Locale.ROOT));
            return map;
        }
    }

    private WaitCycle() {}

    /** The circle whose holder came first; empty if there is none. Only waiters that sleep are part of one. */
    static List<Link> in(LockPicture picture) {
        for (Seen holder : picture.holders()) {
            for (Seen waiter : picture.waiters()) {
                if (waiter.threadId() == holder.threadId() && waiter.isAsleep()) {
                    List<Link> links = links(picture, holder, waiter);
                    if (!links.isEmpty()) {
                        return links;
                    }
                }
            }
        }
        return List.of();
    }

    private static List<Link> links(LockPicture picture, Seen holder, Seen waiter) {
        if (waiter.mode() == LockMode.EXCLUSIVE || holder.mode() == LockMode.EXCLUSIVE) {
            return List.of(new Link(waiter, holder));
        }
        // A number is taken before the lock is asked for, so the writer that came first at the lock may have the higher
        // one. That
        // the waiter sleeps beside a shared hold says by itself that a writer is before it.
        Optional<Seen> writer = picture.waiters().stream()
                .filter(other ->
                        other.mode() == LockMode.EXCLUSIVE && other.threadId() != waiter.threadId() && other.isAsleep())
                .findFirst();
        if (writer.isEmpty()) {
            return List.of();
        }
        var links = new ArrayList<Link>();
        links.add(new Link(waiter, writer.get()));
        links.add(new Link(writer.get(), holder));
        return links;
    }
}
