package dev.gridlock.simulator.network;

import java.util.ArrayDeque;

/**
 * One direction between two hosts: delay, bandwidth, and whether it is cut.
 *
 * <p>A packet that is sent while the link is cut is held and sent again as TCP does, after 200 ms, then after twice as long each time up to
 * 120 s (RFC 6298 with Linux's bounds), so that a healed link carries it only at its next try. Not thread-safe.
 */
final class Link {
    private static final long FIRST_RETRY_NANOS = 200_000_000L;
    private static final long LAST_RETRY_NANOS = 120_000_000_000L;

    private final VirtualTime time;
    private long latencyNanos;
    private long jitterNanos;
    private long bytesPerSecond;
    private long addedNanos;
    private long addedJitterNanos;
    private long freeAt;
    private int cuts;
    private final ArrayDeque<Held> held = new ArrayDeque<>();

    private record Held(long since, Flow flow, int bytes, Runnable delivery) {}

    Link(VirtualTime time, LinkProfile profile) {
        this.time = time;
        set(profile);
    }

    void set(LinkProfile profile) {
        latencyNanos = profile.latency().toNanos();
        jitterNanos = profile.jitter().toNanos();
        bytesPerSecond = profile.bytesPerSecond();
    }

    void slow(long nanos, long jitter) {
        addedNanos += nanos;
        addedJitterNanos += jitter;
    }

    boolean isCut() {
        return cuts > 0;
    }

    void cut() {
        cuts++;
    }

    /** Undoes one cut; with the last the held packets go on, each at its next try. */
    void heal() {
        if (cuts == 0) {
            throw new IllegalStateException("the link is not cut");
        }
        if (--cuts > 0) {
            return;
        }
        for (Held packet; (packet = held.poll()) != null; ) {
            Held next = packet;
            time.after(nextTry(next.since) - time.now(), () -> send(next.flow, next.bytes, next.delivery));
        }
    }

    /** Sends a packet after the packets of the same flow. */
    void send(Flow flow, int bytes, Runnable delivery) {
        long now = time.now();
        if (cuts > 0) {
            held.add(new Held(now, flow, bytes, delivery));
            return;
        }
        long departure = now;
        if (bytesPerSecond > 0 && bytes > 0) {
            freeAt = Math.max(now, freeAt) + Math.max(1, bytes * 1_000_000_000L / bytesPerSecond);
            departure = freeAt;
        }
        long arrival = departure + latencyNanos + addedNanos + jitter();
        arrival = Math.max(arrival, flow.lastArrival + 1);
        flow.lastArrival = arrival;
        time.after(arrival - now, delivery);
    }

    private long jitter() {
        long most = jitterNanos + addedJitterNanos;
        return most == 0 ? 0 : Math.unsignedMultiplyHigh(time.nextRandom(), most + 1);
    }

    private long nextTry(long since) {
        long retry = FIRST_RETRY_NANOS;
        long at = since + retry;
        while (at < time.now()) {
            retry = Math.min(retry * 2, LAST_RETRY_NANOS);
            at += retry;
        }
        return at;
    }

    /** Keeps the packets of one direction of one connection in order. */
    static final class Flow {
        private long lastArrival;
    }
}
