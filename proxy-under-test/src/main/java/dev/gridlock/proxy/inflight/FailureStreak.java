package dev.gridlock.proxy.inflight;

/**
 * A thread that has asked for the lock again and again for the same thing and has given up each time.
 *
 * @param threadId of the thread
 * @param thread its name
 * @param label what it asked for
 * @param app for which application; empty for none or all
 * @param update the id of the update; empty if unknown
 * @param mode how it wanted the lock
 * @param attempts how many have failed in a row, at least 1
 * @param sinceNanos when the first of them began, {@link System#nanoTime()}
 */
public record FailureStreak(
        long threadId,
        String thread,
        String label,
        String app,
        String update,
        LockMode mode,
        long attempts,
        long sinceNanos) {

    static FailureStreak first(LockOperation operation) {
        return new FailureStreak(
                operation.thread().threadId(),
                operation.thread().getName(),
                operation.label(),
                operation.app(),
                operation.update(),
                operation.mode(),
                1,
                operation.startedNanos());
    }

    boolean isContinuedBy(LockOperation operation) {
        return mode == operation.mode() && label.equals(operation.label()) && app.equals(operation.app());
    }

    FailureStreak oneMore() {
        return new FailureStreak(threadId, thread, label, app, update, mode, attempts + 1, sinceNanos);
    }
}
