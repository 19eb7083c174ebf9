package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.Evidence;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.history.Life;
import java.time.Duration;
import java.util.Set;

/**
 * A finding as a detector sees it, before its cause is looked for.
 *
 * @param kind what it is
 * @param life where; no life in particular when data is the matter
 * @param at first seen, counted from the start of the backend
 * @param evidence what was seen
 * @param update the update that set it off as far as the node itself told; empty when it did not
 * @param involved ids of all updates that waiting threads of the node carried, the one above included
 */
record Sighting(FindingKind kind, Life life, Duration at, Evidence evidence, String update, Set<String> involved) {

    Sighting {
        involved = Set.copyOf(involved);
    }
}
