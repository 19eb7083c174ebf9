package dev.gridlock.store.storage;

/** Told how long each write waited for its turn. */
public interface WriteWaits {
    /** Nobody listens. */
    WriteWaits IGNORED = (queue, nanos) -> {};

    /**
     * A wait is over, by its turn or by the longest wait. Called by the waiting thread, most often while it holds up all other
     * writers; must be quick and must not throw.
     *
     * @param queue {@link WritePriority#queue()}
     * @param nanos nanoseconds from the wish to write to now
     */
    void waited(String queue, long nanos);
}
