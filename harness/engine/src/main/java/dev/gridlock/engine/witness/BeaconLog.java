package dev.gridlock.engine.witness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * When beacons were sent and arrived, and when connections broke. Safe for any thread; like the history it never blocks,
 * because simulated threads share a carrier.
 */
final class BeaconLog {

    /** A beacon on its way. */
    record Sent(long number, Duration at) {}

    /** A beacon that came through. */
    record Arrived(long number, Duration sentAt, Duration at) {
        Duration delay() {
            return at.minus(sentAt);
        }
    }

    private final Map<BeaconStream, Queue<Sent>> sent = new ConcurrentHashMap<>();
    private final Map<BeaconStream, Queue<Arrived>> arrived = new ConcurrentHashMap<>();
    private final Map<BeaconStream, Queue<Duration>> broken = new ConcurrentHashMap<>();

    void sent(BeaconStream stream, long number, Duration at) {
        sent.computeIfAbsent(stream, _ -> new ConcurrentLinkedQueue<>()).add(new Sent(number, at));
    }

    void arrived(BeaconStream stream, long number, Duration sentAt, Duration at) {
        arrived.computeIfAbsent(stream, _ -> new ConcurrentLinkedQueue<>()).add(new Arrived(number, sentAt, at));
    }

    /** A connection that was in use broke; told once, by the side that opened it. */
    void broken(BeaconStream dialled, Duration at) {
        broken.computeIfAbsent(dialled, _ -> new ConcurrentLinkedQueue<>()).add(at);
    }

    /** Beacons sent in an interval, its end excluded, in order. */
    List<Sent> sentIn(BeaconStream stream, Duration from, Duration to) {
        return new ArrayList<>(sent.getOrDefault(stream, new ConcurrentLinkedQueue<>()))
                .stream()
                        .filter(beacon ->
                                beacon.at().compareTo(from) >= 0 && beacon.at().compareTo(to) < 0)
                        .toList();
    }

    /** Beacons that came through, by the instant at which they were sent, in an interval, its end excluded. */
    List<Arrived> arrivedOfSentIn(BeaconStream stream, Duration from, Duration to) {
        return new ArrayList<>(arrived.getOrDefault(stream, new ConcurrentLinkedQueue<>()))
                .stream()
                        .filter(beacon -> beacon.sentAt().compareTo(from) >= 0
                                && beacon.sentAt().compareTo(to) < 0)
                        .toList();
    }

    /** When connections broke that carried the stream, in an interval, its end excluded. */
    List<Duration> brokenIn(BeaconStream stream, Duration from, Duration to) {
        var opened = stream.dialled() ? stream : stream.back();
        return new ArrayList<>(broken.getOrDefault(opened, new ConcurrentLinkedQueue<>()))
                .stream()
                        .filter(at -> at.compareTo(from) >= 0 && at.compareTo(to) < 0)
                        .toList();
    }
}
