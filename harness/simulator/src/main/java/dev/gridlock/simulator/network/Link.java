package dev.gridlock.simulator.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * One direction between two hosts: delay, bandwidth, and whether it is cut.
 *
 * <p>A packet that is sent while the link is cut is held and sent again as TCP does, after 200 ms, then after twice as long each time up to
 * 120 s (RFC 6298 with Linux's bounds), so that a healed link carries it only at its next try. Later packets of its connection wait behind it. Not thread-safe.
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
    private final List<Flow> stalled = new ArrayList<>();

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

    /** Undoes one cut; with the last the held packets go on, those of a flow together at the next try of its first. */
    void heal() {
        if (cuts == 0) {
            throw new IllegalStateException("the link is not cut");
        }
        if (--cuts > 0) {
            return;
        }
        for (Flow flow : stalled) {
            time.after(nextTry(flow.stalledSince) - time.now(), () -> tryAgain(flow));
        }
    }

    private void tryAgain(Flow flow) {
        if (cuts == 0 && stalled.remove(flow)) {
            for (Packet packet; (packet = flow.held.poll()) != null; ) {
                transmit(flow, packet.bytes, packet.delivery);
            }
        }
    }

    /** Sends a packet after the packets of the same flow. */
    void send(Flow flow, int bytes, Runnable delivery) {
        if (cuts == 0 && flow.held.isEmpty()) {
            transmit(flow, bytes, delivery);
            return;
        }
        if (flow.held.isEmpty()) {
            flow.stalledSince = time.now();
            stalled.add(flow);
        }
        flow.held.add(new Packet(bytes, delivery));
    }

    private void transmit(Flow flow, int bytes, Runnable delivery) {
        long now = time.now();
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

    private record Packet(int bytes, Runnable delivery) {}

    /** Keeps the packets of one direction of one connection in order. */
    static final class Flow {
        private final ArrayDeque<Packet> held = new ArrayDeque<>(0);
        private long lastArrival;
        private long stalledSince;
    }
}
