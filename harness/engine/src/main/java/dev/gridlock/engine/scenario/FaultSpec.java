package dev.gridlock.engine.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A fault at stated instants, all counted from the start of the run. */
public sealed interface FaultSpec {

    /** The instant the fault takes effect, zero or more. */
    Duration from();

    /**
     * More latency on every link between two regions, in both directions.
     *
     * @param between codes of two different regions
     * @param add added to the one-way latency of each packet, zero or more
     * @param jitter most that is added on top, drawn for each packet, zero or more
     * @param to when it ends, after {@code from}
     */
    record Latency(List<String> between, Duration add, Duration jitter, Duration from, Duration to)
            implements FaultSpec {

        /** Copies the list and checks the bounds stated above. */
        public Latency {
            between = List.copyOf(between);
            if (between.size() != 2 || between.getFirst().equals(between.getLast())) {
                throw new IllegalArgumentException("latency needs two different regions, was " + between);
            }
            if (add.isNegative() || jitter.isNegative()) {
                throw new IllegalArgumentException(
                        "add and jitter must not be negative, were " + add + " and " + jitter);
            }
            requireWindow(from, to);
        }
    }

    /**
     * One region cut off from all others; nodes inside it still reach each other.
     *
     * @param isolate code of the region
     * @param to when it heals, after {@code from}
     */
    record Partition(String isolate, Duration from, Duration to) implements FaultSpec {

        /** Checks the bounds stated above. */
        public Partition {
            requireWindow(from, to);
        }
    }

    /**
     * A node killed as by SIGKILL.
     *
     * @param node name of the node
     * @param at the instant, zero or more
     * @param restartAfter how long until it is started again with the same data; empty for never
     */
    record Kill(String node, Duration at, Optional<Duration> restartAfter) implements FaultSpec {

        /** Checks the bounds stated above. */
        public Kill {
            if (at.isNegative() || restartAfter.map(Duration::isNegative).orElse(false)) {
                throw new IllegalArgumentException(
                        "at and restartAfter must not be negative, were " + at + " and " + restartAfter);
            }
        }

        @Override
        public Duration from() {
            return at;
        }
    }

    /**
     * A node frozen as by SIGSTOP.
     *
     * @param node name of the node
     * @param to when it goes on, after {@code from}
     */
    record Pause(String node, Duration from, Duration to) implements FaultSpec {

        /** Checks the bounds stated above. */
        public Pause {
            requireWindow(from, to);
        }
    }

    /**
     * Nodes whose steps take longer.
     *
     * @param target name of a node, or code of a region for all its nodes
     * @param factor how many times longer, multiplied with the slowdown of the region; greater than zero
     * @param to when it ends, after {@code from}
     */
    record SlowCpu(String target, double factor, Duration from, Duration to) implements FaultSpec {

        /** Checks the bounds stated above. */
        public SlowCpu {
            if (!(factor > 0)) {
                throw new IllegalArgumentException("factor must be greater than zero, was " + factor);
            }
            requireWindow(from, to);
        }
    }

    private static void requireWindow(Duration from, Duration to) {
        if (from.isNegative() || to.compareTo(from) <= 0) {
            throw new IllegalArgumentException(
                    "a fault must begin at zero or later and end after it begins, was " + from + " to " + to);
        }
    }
}
