package dev.gridlock.store.config;

import java.time.Duration;

/**
 * Periods and counts of the protocol.
 *
 * @param probePeriod one member is probed each period; 1 ms to 1 h
 * @param probeRtt wait for a direct answer before others are asked to probe; shorter than the period
 * @param indirectProbes helpers asked; 0 to 100
 * @param suspectToDownFactor a suspicion lasts factor * period * max(1, log10 n) for a cluster of n; 1 to 1000
 * @param maxTransmissions how often a node passes an update on; 0: floor(4 * log10(n + 1)), at least 1; up to 1000
 * @param maxUpdatesPerMessage updates in one message, a feed's members included; 1 to 10000
 * @param gossip rounds in which pending updates are sent without waiting for a probe
 * @param announce rounds in which active members are asked for whom they know
 * @param announceToDown rounds in which those are called who are down, not yet confirmed, or expected at a bootstrap address, so that
 *     both sides of a healed partition meet
 * @param bootstrap how often bootstrap addresses are called while nobody is known
 * @param notifyDown whether a member that counts as down is told so
 * @param removeDownAfter how long a member that is down is remembered, and its older identities kept out; 1 ms to 365 days
 */
public record SwimConfig(
        Duration probePeriod,
        Duration probeRtt,
        int indirectProbes,
        int suspectToDownFactor,
        int maxTransmissions,
        int maxUpdatesPerMessage,
        Rounds gossip,
        Rounds announce,
        Rounds announceToDown,
        Backoff bootstrap,
        boolean notifyDown,
        Duration removeDownAfter) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);

    /**
     * Something sent again and again to members drawn at random.
     *
     * @param interval 1 ms to 1 h
     * @param members how many at a time; 1 to 1000
     */
    public record Rounds(Duration interval, int members) {
        /** @throws IllegalArgumentException when a value is out of bounds */
        public Rounds {
            within("interval", interval, SHORTEST, HOUR);
            within("members", members, 1, 1000);
        }
    }

    /**
     * Pauses that double.
     *
     * @param first 1 ms to 1 h
     * @param longest where the doubling ends; up to 1 h
     * @param tries how many doubling pauses; 1 to 1000
     * @param afterwards the pause once the tries are used up; up to 1 h
     */
    public record Backoff(Duration first, Duration longest, int tries, Duration afterwards) {
        /** @throws IllegalArgumentException when a value is out of bounds */
        public Backoff {
            within("first", first, SHORTEST, HOUR);
            within("longest", longest, first, HOUR);
            within("tries", tries, 1, 1000);
            within("afterwards", afterwards, SHORTEST, HOUR);
        }

        /** The pause in nanoseconds after the given number of tries, from 1. */
        public long pauseAfter(int triesMade) {
            if (triesMade > tries) {
                return afterwards.toNanos();
            }
            long pause = first.toNanos();
            for (int i = 1; i < triesMade && pause < longest.toNanos(); i++) {
                pause *= 2;
            }
            return Math.min(pause, longest.toNanos());
        }
    }

    /** @throws IllegalArgumentException when a value is out of bounds */
    public SwimConfig {
        within("probePeriod", probePeriod, SHORTEST, HOUR);
        within("probeRtt", probeRtt, Duration.ofNanos(1), probePeriod.minusNanos(1));
        within("indirectProbes", indirectProbes, 0, 100);
        within("suspectToDownFactor", suspectToDownFactor, 1, 1000);
        within("maxTransmissions", maxTransmissions, 0, 1000);
        within("maxUpdatesPerMessage", maxUpdatesPerMessage, 1, 10_000);
        within("removeDownAfter", removeDownAfter, SHORTEST, Duration.ofDays(365));
    }

    /** Corrosion's values: foca's for wide area networks and what Corrosion overrides. A crash is known after 35 to 45 s. */
    public static SwimConfig wan() {
        return new SwimConfig(
                Duration.ofSeconds(5),
                Duration.ofSeconds(3),
                3,
                6,
                0,
                20,
                new Rounds(Duration.ofMillis(500), 4),
                new Rounds(Duration.ofMinutes(1), 2),
                new Rounds(Duration.ofSeconds(125), 3),
                new Backoff(Duration.ofSeconds(5), Duration.ofMinutes(2), 10, Duration.ofMinutes(5)),
                true,
                Duration.ofDays(2));
    }

    /** For tests: the same counts with periods about 25 times shorter. A crash is known after 1.4 to 2 s in a small cluster. */
    public static SwimConfig fast() {
        return new SwimConfig(
                Duration.ofMillis(200),
                Duration.ofMillis(100),
                3,
                6,
                0,
                20,
                new Rounds(Duration.ofMillis(50), 4),
                new Rounds(Duration.ofSeconds(1), 2),
                new Rounds(Duration.ofSeconds(2), 3),
                new Backoff(Duration.ofMillis(200), Duration.ofSeconds(2), 10, Duration.ofSeconds(5)),
                true,
                Duration.ofHours(2));
    }

    /** How often an update is passed on in a cluster of so many members, this node included. */
    public int transmissions(int clusterSize) {
        return maxTransmissions > 0 ? maxTransmissions : Math.max(1, (int) (4 * Math.log10(clusterSize + 1.0)));
    }

    /** Nanoseconds from suspicion to down in a cluster of so many members, this node included. */
    public long suspicionNanos(int clusterSize) {
        return (long) (suspectToDownFactor * (double) probePeriod.toNanos() * Math.max(1, Math.log10(clusterSize)));
    }

    private static void within(String name, Duration found, Duration least, Duration most) {
        if (found.compareTo(least) < 0 || found.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + ": found " + found + ", expected " + least + " to " + most);
        }
    }

    private static void within(String name, int found, int least, int most) {
        if (found < least || found > most) {
            throw new IllegalArgumentException(name + ": found " + found + ", expected " + least + " to " + most);
        }
    }
}
