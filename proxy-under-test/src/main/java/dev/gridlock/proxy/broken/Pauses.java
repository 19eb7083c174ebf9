package dev.gridlock.proxy.broken;

import dev.gridlock.proxy.lock.PauseHook;
import dev.gridlock.proxy.lock.PausePoint;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * Holds threads up at points of the lock, so that what takes real threads minutes to meet by chance happens soon. It stands
 * for a scheduler that takes the processor away at the wrong instant: with 32 readers and 32 writers the original needed 2
 * to 44 seconds to break parking_lot 0.12.3 (issue 465), with a pause of 0.2 ms between leaving the queue and giving the
 * writer bit back it broke within milliseconds. Immutable, thread-safe.
 */
public final class Pauses implements PauseHook {

    private final Map<PausePoint, Duration> lengths;

    /** @param lengths how long a thread sleeps, by the point that it reaches */
    public Pauses(Map<PausePoint, Duration> lengths) {
        this.lengths = new EnumMap<>(PausePoint.class);
        this.lengths.putAll(lengths);
    }

    @Override
    public void at(PausePoint point) {
        var length = lengths.get(point);
        if (length != null) {
            try {
                Thread.sleep(length);
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
