package dev.gridlock.store.api;

import java.util.OptionalDouble;

/** What {@code /v1/health} tells of the rest of the node. Thread-safe; every method is quick. */
public interface HealthSource {
    /** Versions known to be missing. */
    long gaps();

    /** Members believed to be alive. */
    long members();

    /** Change sets that wait to be applied. */
    long queueSize();

    /** How late 99 of 100 remote commits were of late, in seconds; empty when there were none. */
    OptionalDouble p99LagSeconds();
}
