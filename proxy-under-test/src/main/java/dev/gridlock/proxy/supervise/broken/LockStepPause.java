package dev.gridlock.proxy.supervise.broken;

import dev.gridlock.proxy.supervise.RestartPause;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Starts the next process when the wall clock shows the next full period, as a supervisor does that works through its list once
 * every so often. Supervisors whose clocks agree start theirs at the same instant, however far apart the ends were: a fleet that
 * stalled because of one update comes back as one, and the store, and whatever made it stall, meets all of it at once.
 *
 * @param period more than zero, in whole milliseconds; at most as much is waited
 * @param clockMillis the wall clock
 */
public record LockStepPause(Duration period, LongSupplier clockMillis) implements RestartPause {

    @Override
    public Duration next() {
        long length = period.toMillis();
        return Duration.ofMillis(length - Math.floorMod(clockMillis.getAsLong(), length));
    }
}
