package dev.gridlock.engine.witness;

import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.Way;
import dev.gridlock.engine.finding.TimeText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Judges by the beacons whether faults of links took effect and went away: on every way of the fault, and for connections
 * opened by either side. Delays are judged by the median of a few beacons in a row, as single ones are late for many
 * reasons. Immutable; used once the run is over.
 */
public final class LinkWitness {

    /** So many beacons in a row make a judgement. */
    private static final int FEW = 3;

    /** A backend may act a moment before or after it says so. */
    private static final Duration GRACE = Duration.ofMillis(10);

    /** More than this on top of the usual delay, and an overload or slicing shows. */
    private static final Duration OVERLOADED = Duration.ofMillis(20);

    private static final Duration NEVER = Duration.ofDays(365);

    private final BeaconLog log;
    private final List<FaultPeriod> periods;
    private final Duration end;

    LinkWitness(BeaconLog log, List<FaultPeriod> periods, Duration end) {
        this.log = log;
        this.periods = List.copyOf(periods);
        this.end = end;
    }

    /** Whether the fault was seen in force while it should have been. */
    public Sighting inForce(FaultPeriod period) {
        return onEveryWay(period, stream -> inForce(period, stream));
    }

    /** Whether the fault was seen to be gone once it should have been; it must have been ended. */
    public Sighting gone(FaultPeriod period) {
        return onEveryWay(period, stream -> gone(period, stream));
    }

    private interface Look {
        Sighting at(BeaconStream stream);
    }

    /** Seen when it was seen everywhere, at the instant of the last; else what the first place without it showed. */
    private static Sighting onEveryWay(FaultPeriod period, Look look) {
        var seen = new ArrayList<Sighting>();
        for (var way : period.fault().ways()) {
            for (boolean dialled : new boolean[] {true, false}) {
                var sighting = look.at(new BeaconStream(way, dialled));
                if (!sighting.seen()) {
                    return sighting;
                }
                seen.add(sighting);
            }
        }
        return seen.stream().max(Comparator.comparing(Sighting::at)).orElseThrow();
    }

    private Sighting inForce(FaultPeriod period, BeaconStream stream) {
        var from = period.begun().plus(GRACE);
        var to = period.undoing().orElse(end);
        return switch (period.fault().effect()) {
            case LinkEffect.Delay(var add, var _) -> slower(period, stream, from, to, add.dividedBy(2));
            case LinkEffect.Bandwidth(var _), LinkEffect.Slices(var _, var _) ->
                slower(period, stream, from, to, OVERLOADED);
            case LinkEffect.Cut() -> silent(stream, from, to);
            case LinkEffect.BlackHole() -> {
                var silent = silent(stream, from, to);
                yield silent.seen() ? lost(stream, from, to) : silent;
            }
            case LinkEffect.Reset() -> {
                var breaks = log.brokenIn(stream, from, to);
                yield breaks.isEmpty()
                        ? new Sighting(false, "no connection broke that carries beacons from " + stream, to)
                        : new Sighting(
                                true, "connections that carry beacons from " + stream + " broke", breaks.getFirst());
            }
        };
    }

    private Sighting gone(FaultPeriod period, BeaconStream stream) {
        var from = period.ended().orElseThrow();
        var threshold = switch (period.fault().effect()) {
            case LinkEffect.Delay(var add, var _) -> add.dividedBy(2);
            case LinkEffect.Bandwidth(var _),
                    LinkEffect.Slices(var _, var _),
                    LinkEffect.Cut(),
                    LinkEffect.BlackHole(),
                    LinkEffect.Reset() -> OVERLOADED;
        };
        var usual = usual(stream);
        if (usual.isEmpty()) {
            return noneBefore(stream, from);
        }
        return rows(log.arrivedOfSentIn(stream, from, NEVER))
                .filter(row -> median(row)
                                .compareTo(usual.get()
                                        .plus(others(period, stream.way(), row))
                                        .plus(threshold))
                        < 0)
                .findFirst()
                .map(row -> new Sighting(
                        true,
                        "beacons from " + stream + " took " + TimeText.length(median(row)) + " again",
                        row.getLast().at()))
                .orElseGet(() -> new Sighting(false, stillHurt(stream, from), end));
    }

    private String stillHurt(BeaconStream stream, Duration from) {
        var arrived = log.arrivedOfSentIn(stream, from, NEVER);
        return arrived.size() < FEW
                ? "of the beacons sent from " + stream + " afterwards, " + arrived.size() + " arrived"
                : "beacons from " + stream + " still took " + TimeText.length(median(arrived));
    }

    private Sighting slower(FaultPeriod period, BeaconStream stream, Duration from, Duration to, Duration threshold) {
        var usual = usual(stream);
        if (usual.isEmpty()) {
            return noneBefore(stream, from);
        }
        var arrived = log.arrivedOfSentIn(stream, from, to);
        return rows(arrived)
                .filter(row -> median(row)
                                .compareTo(usual.get()
                                        .plus(others(period, stream.way(), row))
                                        .plus(threshold))
                        >= 0)
                .findFirst()
                .map(row -> new Sighting(
                        true,
                        "beacons from " + stream + " took " + TimeText.length(median(row)) + " instead of "
                                + TimeText.length(usual.get()),
                        row.getLast().at()))
                .orElseGet(() -> new Sighting(
                        false,
                        arrived.size() < FEW
                                ? "only " + beacons(arrived.size()) + " from " + stream + " arrived meanwhile"
                                : "beacons from " + stream + " took " + TimeText.length(median(arrived))
                                        + ", before it " + TimeText.length(usual.get()),
                        to));
    }

    private Sighting silent(BeaconStream stream, Duration from, Duration to) {
        var sent = log.sentIn(stream, from, to);
        var through = log.arrivedOfSentIn(stream, from, to).stream()
                .filter(beacon -> beacon.at().compareTo(to) < 0)
                .findFirst();
        if (through.isPresent()) {
            return new Sighting(
                    false, "a beacon from " + stream + " arrived", through.get().at());
        }
        return sent.isEmpty()
                ? new Sighting(false, "no beacon was sent from " + stream + " meanwhile", to)
                : new Sighting(true, "none of " + beacons(sent.size()) + " from " + stream + " arrived", to);
    }

    private Sighting lost(BeaconStream stream, Duration from, Duration to) {
        long sent = log.sentIn(stream, from, to).size();
        long late = log.arrivedOfSentIn(stream, from, to).size();
        return new Sighting(late < sent, late + " of " + beacons(sent) + " from " + stream + " arrived after all", to);
    }

    private static String beacons(long count) {
        return count == 1 ? "1 beacon" : count + " beacons";
    }

    private static Sighting noneBefore(BeaconStream stream, Duration at) {
        return new Sighting(false, "too few beacons from " + stream + " arrived before any fault to compare with", at);
    }

    /** Median of the delay before the first fault on the way. */
    private Optional<Duration> usual(BeaconStream stream) {
        var first = periods.stream()
                .filter(period -> period.fault().ways().contains(stream.way())
                        || period.fault().ways().contains(stream.way().back()))
                .map(FaultPeriod::begun)
                .min(Comparator.naturalOrder())
                .orElse(end);
        var before = log.arrivedOfSentIn(stream, Duration.ZERO, first).stream()
                .filter(beacon -> beacon.at().compareTo(first) < 0)
                .toList();
        return before.size() < FEW ? Optional.empty() : Optional.of(median(before));
    }

    /** What other faults add while these beacons travel. */
    private Duration others(FaultPeriod period, Way way, List<BeaconLog.Arrived> row) {
        var added = Duration.ZERO;
        for (var other : periods) {
            if (!other.equals(period)
                    && other.fault().effect() instanceof LinkEffect.Delay(var add, var _)
                    && other.fault().ways().contains(way)
                    && row.stream().anyMatch(beacon -> other.isInForceAt(beacon.sentAt()))) {
                added = added.plus(add);
            }
        }
        return added;
    }

    private static Stream<List<BeaconLog.Arrived>> rows(List<BeaconLog.Arrived> arrived) {
        var inOrder = arrived.stream()
                .sorted(Comparator.comparingLong(BeaconLog.Arrived::number))
                .toList();
        return IntStream.rangeClosed(0, inOrder.size() - FEW).mapToObj(start -> inOrder.subList(start, start + FEW));
    }

    private static Duration median(List<BeaconLog.Arrived> beacons) {
        var delays = beacons.stream().map(BeaconLog.Arrived::delay).sorted().toList();
        return delays.get(delays.size() / 2);
    }
}
