package dev.gridlock.engine.fault;

import dev.gridlock.engine.finding.TimeText;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** Something that happens to nodes. */
public sealed interface NodeFault extends Fault {

    /** Name of a node, or code of a region for all its nodes. */
    String target();

    /**
     * Killed as by SIGKILL.
     *
     * @param from the instant, zero or more
     * @param restartAfter how long until it is started again with the same data, more than zero; empty for never
     */
    record Kill(String target, Duration from, Optional<Duration> restartAfter) implements NodeFault {

        /** Checks the bounds stated above. */
        public Kill {
            if (from.isNegative()
                    || restartAfter.map(after -> !after.isPositive()).orElse(false)) {
                throw new IllegalArgumentException(
                        "a kill must happen at zero or later and a restart come after it, were " + from + " and "
                                + restartAfter);
            }
        }

        @Override
        public FaultKind kind() {
            return FaultKind.KILL;
        }

        @Override
        public Optional<Duration> to() {
            return restartAfter.map(from::plus);
        }

        @Override
        public String what() {
            return "kill of " + target;
        }
    }

    /**
     * Frozen as by SIGSTOP.
     *
     * @param end when it goes on, after {@code from}
     */
    record Pause(String target, Duration from, Duration end) implements NodeFault {

        /** Checks the bounds stated above. */
        public Pause {
            requireWindow(from, end);
        }

        @Override
        public FaultKind kind() {
            return FaultKind.PAUSE;
        }

        @Override
        public Optional<Duration> to() {
            return Optional.of(end);
        }

        @Override
        public String what() {
            return "pause of " + target;
        }
    }

    /**
     * Whatever it does takes longer.
     *
     * @param factor how many times longer, multiplied with the slowdown of the region; greater than zero
     * @param end when it ends, after {@code from}
     */
    record SlowCpu(String target, double factor, Duration from, Duration end) implements NodeFault {

        /** Checks the bounds stated above. */
        public SlowCpu {
            if (!(factor > 0)) {
                throw new IllegalArgumentException("factor must be greater than zero, was " + factor);
            }
            requireWindow(from, end);
        }

        @Override
        public FaultKind kind() {
            return FaultKind.SLOW_CPU;
        }

        @Override
        public Optional<Duration> to() {
            return Optional.of(end);
        }

        @Override
        public String what() {
            return "CPU of " + target + " slower by " + factor;
        }
    }

    /**
     * The wall clock jumps, and jumps back when the fault ends.
     *
     * @param by how far forward, back when negative; not zero
     * @param end when it jumps back, after {@code from}; empty for never
     */
    record ClockStep(String target, Duration by, Duration from, Optional<Duration> end) implements NodeFault {

        /** Checks the bounds stated above. */
        public ClockStep {
            if (by.isZero()) {
                throw new IllegalArgumentException("a clock must be moved by more than nothing");
            }
            requireWindow(from, end.orElseGet(() -> from.plusNanos(1)));
        }

        @Override
        public FaultKind kind() {
            return FaultKind.CLOCK_STEP;
        }

        @Override
        public Optional<Duration> to() {
            return end;
        }

        @Override
        public String what() {
            return "clock of " + target + " moved " + (by.isNegative() ? "back by " : "forward by ")
                    + TimeText.length(by.abs());
        }
    }

    /**
     * The clocks run at another speed. What they have gained or lost stays when the fault ends.
     *
     * @param rate seconds that the clock shows for each second, greater than zero, not 1
     * @param end when it ends, after {@code from}
     */
    record ClockSkew(String target, double rate, Duration from, Duration end) implements NodeFault {

        /** Checks the bounds stated above. */
        public ClockSkew {
            if (!(rate > 0) || rate == 1) {
                throw new IllegalArgumentException("rate must be greater than zero and not 1, was " + rate);
            }
            requireWindow(from, end);
        }

        @Override
        public FaultKind kind() {
            return FaultKind.CLOCK_SKEW;
        }

        @Override
        public Optional<Duration> to() {
            return Optional.of(end);
        }

        @Override
        public String what() {
            return "clock of " + target + " at "
                    + BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString() + " times its speed";
        }
    }

    /** Checks the window of a fault of any kind. */
    static void requireWindow(Duration from, Duration to) {
        if (from.isNegative() || to.compareTo(from) <= 0) {
            throw new IllegalArgumentException(
                    "a fault must begin at zero or later and end after it begins, was " + from + " to " + to);
        }
    }
}
