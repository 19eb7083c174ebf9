package dev.gridlock.engine.run;

import dev.gridlock.engine.finding.TimeText;
import dev.gridlock.engine.scenario.FaultSpec;
import java.time.Duration;
import java.util.Optional;

/** When a fault ends, and how it reads in a report. */
final class FaultWindow {

    private FaultWindow() {}

    /** The instant at which the fault is undone, counted from the start of the load; empty for never. */
    static Optional<Duration> end(FaultSpec fault) {
        return switch (fault) {
            case FaultSpec.Latency latency -> Optional.of(latency.to());
            case FaultSpec.Partition partition -> Optional.of(partition.to());
            case FaultSpec.Kill kill -> kill.restartAfter().map(kill.at()::plus);
            case FaultSpec.Pause pause -> Optional.of(pause.to());
            case FaultSpec.SlowCpu slow -> Optional.of(slow.to());
        };
    }

    /** The fault in words, with its times. */
    static String describe(FaultSpec fault) {
        var what = switch (fault) {
            case FaultSpec.Latency latency ->
                "latency +" + TimeText.length(latency.add()) + " (jitter "
                        + TimeText.length(latency.jitter()) + ") between "
                        + String.join(" and ", latency.between());
            case FaultSpec.Partition partition -> "partition of " + partition.isolate();
            case FaultSpec.Kill kill -> "kill of " + kill.node();
            case FaultSpec.Pause pause -> "pause of " + pause.node();
            case FaultSpec.SlowCpu slow -> "CPU of " + slow.target() + " slower by " + slow.factor();
        };
        return what + " at " + TimeText.instant(fault.from())
                + end(fault).map(end -> ", undone at " + TimeText.instant(end)).orElse(", not undone");
    }
}
