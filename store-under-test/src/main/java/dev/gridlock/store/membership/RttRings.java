package dev.gridlock.store.membership;

import dev.gridlock.store.crdt.ActorId;
import java.util.ArrayDeque;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * How far away members are, as rings of round-trip time: 0 below 6 ms, then below 15, 50, 100, 200 ms, and 5 beyond. The least of the
 * last 20 samples counts. The first sample picks the ring; later ones move by one ring at most, and only when the time is
 * 2 ms beyond the edge, so that a member near an edge does not hop to and fro. Not safe for use by several threads.
 */
public final class RttRings {
    private static final int WINDOW = 20;
    private static final long MILLI = 1_000_000;
    private static final long HYSTERESIS = 2 * MILLI;
    /** Where ring i ends, in nanoseconds, itself excluded. */
    private static final long[] ENDS = {6 * MILLI, 15 * MILLI, 50 * MILLI, 100 * MILLI, 200 * MILLI};

    /** The number of rings. */
    public static final int COUNT = ENDS.length + 1;

    private static final class Distance {
        private final ArrayDeque<Long> samples = new ArrayDeque<>(WINDOW);
        private int ring;
    }

    private final TreeMap<ActorId, Distance> distances = new TreeMap<>();

    /**
     * Takes in a sample.
     *
     * @return the member's ring after it
     * @throws IllegalArgumentException when the time is negative
     */
    public int sample(ActorId actor, long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("found a round trip of " + nanos + " ns, expected 0 or more");
        }
        Distance distance = distances.computeIfAbsent(actor, ignored -> new Distance());
        boolean first = distance.samples.isEmpty();
        if (distance.samples.size() == WINDOW) {
            distance.samples.removeFirst();
        }
        distance.samples.addLast(nanos);
        long least = distance.samples.stream().mapToLong(Long::longValue).min().orElseThrow();
        distance.ring = first ? ringOf(least) : step(distance.ring, least);
        return distance.ring;
    }

    private static int ringOf(long nanos) {
        int ring = 0;
        while (ring < ENDS.length && nanos >= ENDS[ring]) {
            ring++;
        }
        return ring;
    }

    private static int step(int ring, long nanos) {
        if (ring < ENDS.length && nanos >= ENDS[ring] + HYSTERESIS) {
            return ring + 1;
        }
        return ring > 0 && nanos < ENDS[ring - 1] - HYSTERESIS ? ring - 1 : ring;
    }

    /** The member's ring, 0 to {@link #COUNT} - 1; empty before its first sample. */
    public OptionalInt ring(ActorId actor) {
        Distance distance = distances.get(actor);
        return distance == null ? OptionalInt.empty() : OptionalInt.of(distance.ring);
    }

    /** Forgets a member that is gone. */
    public void remove(ActorId actor) {
        distances.remove(actor);
    }
}
