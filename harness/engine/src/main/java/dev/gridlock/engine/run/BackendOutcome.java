package dev.gridlock.engine.run;

import java.time.Duration;
import java.util.Optional;

/**
 * How a backend's part of a run ended.
 *
 * @param problem why the run broke off, one clause; empty when it ran to its end
 * @param traceHash hash over every scheduling decision, delivery and node event; empty text for a backend that is not
 *     repeatable
 * @param simulated time that passed in the run
 * @param steps steps that were scheduled, 0 for a backend that does not count them
 */
public record BackendOutcome(Optional<String> problem, String traceHash, Duration simulated, long steps) {}
