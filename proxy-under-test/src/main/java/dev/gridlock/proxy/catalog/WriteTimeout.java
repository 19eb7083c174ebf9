package dev.gridlock.proxy.catalog;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * How long a writer waits for the lock.
 *
 * @param nanos greater than zero; empty for a writer that waits for ever
 */
public record WriteTimeout(OptionalLong nanos) {

    /** Rejects a time that is not positive. */
    public WriteTimeout {
        if (nanos.isPresent() && nanos.getAsLong() <= 0) {
            throw new IllegalArgumentException("nanos is " + nanos.getAsLong() + ", expected more than 0.");
        }
    }

    /** Waits for ever. */
    public static WriteTimeout none() {
        return new WriteTimeout(OptionalLong.empty());
    }

    /** Waits for {@code limit}, which is greater than zero. */
    public static WriteTimeout after(Duration limit) {
        return new WriteTimeout(OptionalLong.of(limit.toNanos()));
    }
}
