package dev.gridlock.engine.finding;

import java.time.Duration;

/**
 * One step on the way from an update to a finding.
 *
 * @param what the event's name, for example {@code store.commit}, or {@code update}, {@code exit}, {@code restart}
 * @param node the node it happened on
 * @param region the region of that node
 * @param at instant since the start of the load; negative before it
 * @param update the update concerned, empty when the step concerns no particular one
 */
public record CausalStep(String what, String node, String region, Duration at, String update) {}
