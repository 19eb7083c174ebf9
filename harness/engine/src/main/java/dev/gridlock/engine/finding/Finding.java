package dev.gridlock.engine.finding;

import java.time.Duration;
import java.util.List;

/**
 * Something that went wrong in a run, once per kind, node and incident: repeated sightings are counted in the evidence.
 *
 * @param kind what it is
 * @param node the node it was seen on; several nodes that disagree are joined by a comma
 * @param region the region of the node; empty when several regions are concerned
 * @param at instant of the first sighting since the start of the load; negative before it
 * @param evidence what was seen
 * @param causedBy the steps from the update that set it off to the finding and after, in order of time; empty when no
 *     update is known
 * @param blastRadius every node, this one included, on which the same update is behind a stall; empty when no update is
 *     known
 */
public record Finding(
        FindingKind kind,
        String node,
        String region,
        Duration at,
        Evidence evidence,
        List<CausalStep> causedBy,
        List<Affected> blastRadius) {

    public Finding {
        causedBy = List.copyOf(causedBy);
        blastRadius = List.copyOf(blastRadius);
    }

    /** A finding whose cause is not yet looked for. */
    public Finding(FindingKind kind, String node, String region, Duration at, Evidence evidence) {
        this(kind, node, region, at, evidence, List.of(), List.of());
    }

    /** The same finding with its cause and its blast radius. */
    public Finding explainedBy(List<CausalStep> steps, List<Affected> affected) {
        return new Finding(kind, node, region, at, evidence, steps, affected);
    }
}
