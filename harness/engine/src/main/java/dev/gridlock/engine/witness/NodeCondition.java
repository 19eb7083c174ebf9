package dev.gridlock.engine.witness;

import java.time.Duration;

/**
 * How a node stands, read off the node and its process and not off what was asked of them.
 *
 * @param up whether its program runs, ready or not, stopped or not
 * @param stopped whether its process is stopped, as by SIGSTOP
 * @param clockAhead how far its wall clock is ahead of the time of the run; negative when it is behind
 */
public record NodeCondition(boolean up, boolean stopped, Duration clockAhead) {}
