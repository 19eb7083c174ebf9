package dev.gridlock.proxy.supervise;

import java.time.Duration;

/** Says how long to wait before the next process is started. Used by one thread. */
@FunctionalInterface
public interface RestartTiming {

    /** The pause from now on, zero or more. */
    Duration pause();
}
