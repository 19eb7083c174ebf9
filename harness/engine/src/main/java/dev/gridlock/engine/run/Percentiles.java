package dev.gridlock.engine.run;

import java.time.Duration;
import java.util.List;

/** Percentiles by nearest rank. */
final class Percentiles {

    private Percentiles() {}

    /** The value that this part of the sorted values do not exceed; zero when there are none. */
    static Duration of(List<Duration> sorted, double fraction) {
        if (sorted.isEmpty()) {
            return Duration.ZERO;
        }
        int rank = (int) Math.ceil(fraction * sorted.size());
        return sorted.get(Math.max(rank, 1) - 1);
    }
}
