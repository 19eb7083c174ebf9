package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.FailureStreak;

/**
 * A thread that fails again and again, through a row of looks. Times are those of {@link StallHistory#watchedNanos()}.
 *
 * @param streak as the last look saw it
 * @param sinceNanos the first look that saw it
 * @param grewNanos the last look at which it had grown
 */
record Persistence(FailureStreak streak, long sinceNanos, long grewNanos) {}
