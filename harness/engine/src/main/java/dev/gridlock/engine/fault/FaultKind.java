package dev.gridlock.engine.fault;

/** The kinds of fault that a backend may be able to bring about. */
public enum FaultKind {
    LATENCY("latency"),
    PARTITION("partition"),
    BLACK_HOLE("black-hole"),
    RESET("reset"),
    BANDWIDTH("bandwidth"),
    SLICER("slicer"),
    KILL("kill"),
    PAUSE("pause"),
    SLOW_CPU("slow-cpu"),
    CLOCK_STEP("clock-step"),
    CLOCK_SKEW("clock-skew");

    private final String wireName;

    FaultKind(String wireName) {
        this.wireName = wireName;
    }

    /** The name that scenarios use. */
    public String wireName() {
        return wireName;
    }
}
