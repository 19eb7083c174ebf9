package dev.gridlock.proxy.inflight;

/**
 * A read that got the shared hold at once, seen while it was inside. No clock was read for it.
 *
 * @param number tells it from every other operation on the lock
 * @param thread the thread that carries it out
 * @param label what it is for
 * @param app the application concerned; empty if none or all
 * @param heldNanos how long it has been inside at least: since a look found it there first; 0 before that
 */
public record QuickRead(long number, Thread thread, String label, String app, long heldNanos) {

    /** Numbers of quick reads begin here; those of other operations do not reach so far. */
    public static final long NUMBERS = 1L << 40;
}
