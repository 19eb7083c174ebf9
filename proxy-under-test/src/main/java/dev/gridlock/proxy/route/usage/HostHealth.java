package dev.gridlock.proxy.route.usage;

/** Whether a machine host has lately accepted connections, as this proxy saw it. Thread-safe. */
public final class HostHealth {

    private volatile boolean failed;
    private volatile long failedUntilNanos;

    /** A host that has not failed. */
    HostHealth() {}

    /** The host did not accept a connection; it is passed over until {@code untilNanos} on {@link System#nanoTime()}. */
    public void failed(long untilNanos) {
        failedUntilNanos = untilNanos;
        failed = true;
    }

    /** Whether the host may be tried at {@code nowNanos}. */
    public boolean isHealthy(long nowNanos) {
        return !failed || nowNanos - failedUntilNanos >= 0;
    }
}
