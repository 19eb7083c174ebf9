package dev.gridlock.toxiproxy.toxic;

import java.util.concurrent.TimeUnit;

/** Arithmetic on instants in nanoseconds that ends at {@link Stage#NEVER} instead of overflowing. */
final class Ticks {
    private Ticks() {}

    /** The instant so many milliseconds later; a negative number counts as 0. */
    static long afterMillis(long instant, long millis) {
        return after(instant, TimeUnit.MILLISECONDS.toNanos(Math.max(0, millis)));
    }

    /** The instant so many microseconds later; a negative number counts as 0. */
    static long afterMicros(long instant, long micros) {
        return after(instant, TimeUnit.MICROSECONDS.toNanos(Math.max(0, micros)));
    }

    /** The instant so many nanoseconds later, both at least 0. */
    static long after(long instant, long nanos) {
        return instant > Stage.NEVER - nanos ? Stage.NEVER : instant + nanos;
    }
}
