package dev.gridlock.simulator;

/**
 * What a step of a thread costs on an idle, healthy processor; a node multiplies it by its slowdown.
 *
 * <p>A step is what a thread does between two places where it can lose its processor. Defaults are those under which the lock bug of
 * parking_lot 0.12.3 appears after a few virtual milliseconds.
 *
 * @param minStepNanos least cost of a step, at least 1
 * @param maxStepNanos greatest cost of a step without preemption, at least {@code minStepNanos}
 * @param preemptionsPerMillion how many steps in a million are preempted, 0 to 1,000,000
 * @param maxPreemptionNanos greatest delay of a preempted step, 0 or more
 * @param loopNanos cost of one round of a loop in a class with scheduling points, 0 or more
 * @param quantumNanos how long a thread computes before its next clock read or loop round becomes a scheduling point, at least 1
 */
public record CpuModel(
        int minStepNanos,
        int maxStepNanos,
        int preemptionsPerMillion,
        int maxPreemptionNanos,
        int loopNanos,
        int quantumNanos) {
    public CpuModel {
        require(minStepNanos >= 1, "minStepNanos", minStepNanos, "at least 1");
        require(maxStepNanos >= minStepNanos, "maxStepNanos", maxStepNanos, "at least minStepNanos");
        require(
                preemptionsPerMillion >= 0 && preemptionsPerMillion <= 1_000_000,
                "preemptionsPerMillion",
                preemptionsPerMillion,
                "0 to 1000000");
        require(maxPreemptionNanos >= 0, "maxPreemptionNanos", maxPreemptionNanos, "0 or more");
        require(loopNanos >= 0, "loopNanos", loopNanos, "0 or more");
        require(quantumNanos >= 1, "quantumNanos", quantumNanos, "at least 1");
    }

    /** Steps of 50 to 450 ns, one in a hundred preempted for up to 200 µs, loops of 100 ns a round, a quantum of 2 µs. */
    public static CpuModel defaults() {
        return new CpuModel(50, 450, 10_000, 200_000, 100, 2_000);
    }

    /** Returns the cost of a step in nanoseconds, from 64 random bits. */
    long stepNanos(long bits) {
        long nanos = minStepNanos + (((bits & 0xFFFF) * (maxStepNanos - minStepNanos + 1)) >>> 16);
        long chance = (bits >>> 16) & 0xFFFFF;
        if ((chance * 1_000_000L) >>> 20 < preemptionsPerMillion) {
            nanos += (((bits >>> 36) & 0xFFFF) * maxPreemptionNanos) >>> 16;
        }
        return nanos;
    }

    private static void require(boolean holds, String name, long value, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(name + " is " + value + ", expected " + expected);
        }
    }
}
