package dev.gridlock.proxy.lockwatch;

/**
 * One look at a lock.
 *
 * @param picture what was seen
 * @param quiet whether, in two pictures one right after the other, everybody who waited slept, nobody was inside, nobody had
 *     begun anything in between and the waiters were the same
 * @param atNanos when, {@link System#nanoTime()}
 */
record Look(LockPicture picture, boolean quiet, long atNanos) {}
