package dev.gridlock.proxy.supervise;

import java.time.Duration;

/** How long a supervisor waits before it starts the next process. Used by one thread. */
public interface RestartPause {

    /** The pause before the next start, zero or more. */
    Duration next();
}
