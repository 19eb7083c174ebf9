package dev.gridlock.engine.fault;

import dev.gridlock.engine.finding.TimeText;
import java.time.Duration;

/** What happens to the traffic on a way. Names are those of Toxiproxy where it knows the effect. */
public sealed interface LinkEffect {

    /** The kind of fault that has this effect. */
    FaultKind kind();

    /** The effect, a noun phrase. */
    String what();

    /**
     * Everything takes longer.
     *
     * @param add added to the one-way delay, zero or more
     * @param jitter most that is added on top, drawn anew again and again, zero or more
     */
    record Delay(Duration add, Duration jitter) implements LinkEffect {

        /** Checks the bounds stated above. */
        public Delay {
            if (add.isNegative() || jitter.isNegative()) {
                throw new IllegalArgumentException(
                        "add and jitter must not be negative, were " + add + " and " + jitter);
            }
        }

        @Override
        public FaultKind kind() {
            return FaultKind.LATENCY;
        }

        @Override
        public String what() {
            return "latency +" + TimeText.length(add) + " (jitter " + TimeText.length(jitter) + ")";
        }
    }

    /** Nothing arrives before the fault ends; then what was held arrives in order, as TCP sends again what got lost. */
    record Cut() implements LinkEffect {
        @Override
        public FaultKind kind() {
            return FaultKind.PARTITION;
        }

        @Override
        public String what() {
            return "partition";
        }
    }

    /** What is sent is lost for good; connections hang, and break when the fault ends. */
    record BlackHole() implements LinkEffect {
        @Override
        public FaultKind kind() {
            return FaultKind.BLACK_HOLE;
        }

        @Override
        public String what() {
            return "black hole";
        }
    }

    /** Connections are reset as soon as something is sent on them. */
    record Reset() implements LinkEffect {
        @Override
        public FaultKind kind() {
            return FaultKind.RESET;
        }

        @Override
        public String what() {
            return "resets";
        }
    }

    /**
     * A connection carries only so much.
     *
     * @param bytesPerSecond for each connection, at least 1,000
     */
    record Bandwidth(long bytesPerSecond) implements LinkEffect {

        /** The least that can be asked for, in bytes a second. */
        public static final long LEAST = 1_000;

        /** Checks the bound stated above. */
        public Bandwidth {
            if (bytesPerSecond < LEAST) {
                throw new IllegalArgumentException("bandwidth must be at least " + LEAST + ", was " + bytesPerSecond);
            }
        }

        @Override
        public FaultKind kind() {
            return FaultKind.BANDWIDTH;
        }

        @Override
        public String what() {
            return "bandwidth of " + bytesPerSecond / 1_000 + " kB/s";
        }
    }

    /**
     * What is sent arrives in small pieces.
     *
     * @param bytes average size of a piece, at least 1
     * @param delay between two pieces, zero or more
     */
    record Slices(int bytes, Duration delay) implements LinkEffect {

        /** Checks the bounds stated above. */
        public Slices {
            if (bytes < 1 || delay.isNegative()) {
                throw new IllegalArgumentException(
                        "pieces need at least 1 byte and no negative delay, were " + bytes + " and " + delay);
            }
        }

        @Override
        public FaultKind kind() {
            return FaultKind.SLICER;
        }

        @Override
        public String what() {
            return "pieces of " + bytes + (bytes == 1 ? " byte, " : " bytes, ") + TimeText.length(delay) + " apart,";
        }
    }
}
