package dev.gridlock.engine.witness;

import dev.gridlock.engine.fault.LinkFault;
import java.time.Duration;
import java.util.Optional;

/**
 * When a fault of links was in force, as told to the backend.
 *
 * @param begun when the backend had been told to bring it about, counted from the start of the run
 * @param undoing when the backend was about to be told to undo it; empty when that never happened
 * @param ended when it had been told so; empty when that never happened
 */
public record FaultPeriod(LinkFault fault, Duration begun, Optional<Duration> undoing, Optional<Duration> ended) {

    boolean isInForceAt(Duration instant) {
        return instant.compareTo(begun) >= 0
                && ended.map(end -> instant.compareTo(end) < 0).orElse(true);
    }
}
