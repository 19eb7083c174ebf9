package dev.gridlock.engine.fault;

import dev.gridlock.engine.finding.TimeText;
import java.time.Duration;
import java.util.Optional;

/** A fault at stated instants, all counted from the start of the load. */
public sealed interface Fault permits LinkFault, NodeFault {

    /** What kind it is; a backend that cannot bring that about refuses the scenario. */
    FaultKind kind();

    /** The instant at which it takes effect, zero or more. */
    Duration from();

    /** The instant at which it is undone, after {@link #from}; empty for never. */
    Optional<Duration> to();

    /** What it does and to whom, a noun phrase without its times. */
    String what();

    /** The fault in words, with its times. */
    default String describe() {
        return what() + " at " + TimeText.instant(from())
                + to().map(end -> ", undone at " + TimeText.instant(end)).orElse(", not undone");
    }
}
