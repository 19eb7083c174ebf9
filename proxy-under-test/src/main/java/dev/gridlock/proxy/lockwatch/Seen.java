package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.inflight.QuickRead;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One operation on a lock as it was seen at one instant.
 *
 * @param number tells it from every other operation on the same lock; among those recorded in full, later ones have higher
 *     numbers
 * @param threadId of its thread
 * @param thread name of its thread
 * @param state of its thread
 * @param virtual whether its thread is a virtual one
 * @param label what it is for
 * @param app the application concerned; empty if none or all
 * @param update the id of the update that it carries out; empty if none or unknown
 * @param mode shared or exclusive
 * @param waitedNanos how long it has waited, or had before it went in
 * @param heldNanos how long it has been inside, or was
 * @param endedAgoNanos how long it has been gone; 0 if it has not
 * @param ties what its thread has done meanwhile
 */
public record Seen(
        long number,
        long threadId,
        String thread,
        Thread.State state,
        boolean virtual,
        String label,
        String app,
        String update,
        LockMode mode,
        long waitedNanos,
        long heldNanos,
        long endedAgoNanos,
        Ties ties) {

    private static final long PLATFORM_WAKING_NANOS = 500_000_000;

    /** Whether somebody inside is still looked after by its thread. */
    public enum Ties {
        /** Its thread has done nothing that speaks against it. */
        HELD,
        /** Its thread has completed other operations since it went in. */
        PASSED,
        /** Its thread has ended, or has finished the piece of work that the operation was for. */
        ABANDONED
    }

    static Seen of(LockOperation operation, long nowNanos) {
        Thread thread = operation.thread();
        return new Seen(
                operation.number(),
                thread.threadId(),
                thread.getName(),
                thread.getState(),
                thread.isVirtual(),
                operation.label(),
                operation.app(),
                operation.update(),
                operation.mode(),
                operation.waitedNanos(nowNanos),
                operation.heldNanos(nowNanos),
                operation.endedAgoNanos(nowNanos),
                ties(operation));
    }

    static Seen of(QuickRead read) {
        Thread thread = read.thread();
        return new Seen(
                read.number(),
                thread.threadId(),
                thread.getName(),
                thread.getState(),
                thread.isVirtual(),
                read.label(),
                read.app(),
                "",
                LockMode.SHARED,
                0,
                read.heldNanos(),
                0,
                Ties.HELD);
    }

    private static Ties ties(LockOperation operation) {
        if (operation.isAbandonedInside()) {
            return Ties.ABANDONED;
        }
        return operation.isPassedByItsThread() ? Ties.PASSED : Ties.HELD;
    }

    /** Whether its thread sleeps until somebody wakes it or its time is over. */
    public boolean isAsleep() {
        return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
    }

    /**
     * How long its thread may go on looking asleep after it was woken, nanoseconds. A virtual thread looks awake at once; a
     * platform thread only once it has a processor, for which it may queue long on a machine with more threads than those.
     */
    long wakingNanos() {
        return virtual ? 0 : PLATFORM_WAKING_NANOS;
    }

    /** For events and snapshots. */
    public Map<String, Object> toMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("thread", thread);
        if (endedAgoNanos == 0) {
            map.put("state", state.name());
        }
        map.put("label", label);
        map.put("app", app);
        map.put("update", update);
        map.put("mode", mode.name().toLowerCase(Locale.ROOT));
        map.put("waitedNanos", waitedNanos);
        map.put("heldNanos", heldNanos);
        if (endedAgoNanos > 0) {
            map.put("endedAgoNanos", endedAgoNanos);
        }
        return map;
    }
}
