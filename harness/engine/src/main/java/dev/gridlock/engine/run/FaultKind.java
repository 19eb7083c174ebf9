package dev.gridlock.engine.run;

import dev.gridlock.engine.scenario.FaultSpec;

/** The kinds of fault that a backend may be able to inject. */
public enum FaultKind {
    LATENCY("latency"),
    PARTITION("partition"),
    KILL("kill"),
    PAUSE("pause"),
    SLOW_CPU("slow-cpu");

    private final String wireName;

    FaultKind(String wireName) {
        this.wireName = wireName;
    }

    /** The name that scenarios use. */
    public String wireName() {
        return wireName;
    }

    /** The kind of a fault. */
    public static FaultKind of(FaultSpec fault) {
        return switch (fault) {
            case FaultSpec.Latency latency -> LATENCY;
            case FaultSpec.Partition partition -> PARTITION;
            case FaultSpec.Kill kill -> KILL;
            case FaultSpec.Pause pause -> PAUSE;
            case FaultSpec.SlowCpu slow -> SLOW_CPU;
        };
    }
}
