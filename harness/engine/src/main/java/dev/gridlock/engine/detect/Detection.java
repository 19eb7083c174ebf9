package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.Affected;
import dev.gridlock.engine.finding.CausalStep;
import dev.gridlock.engine.finding.Evidence;
import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.Nodes;
import dev.gridlock.engine.history.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What a history shows.
 *
 * @param findings in order of time
 * @param missing what evidence is missing, one clause each; a run with any is no pass
 */
public record Detection(List<Finding> findings, List<String> missing) {

    public Detection {
        findings = List.copyOf(findings);
        missing = List.copyOf(missing);
    }

    /** New detectors of every kind. */
    static List<Detector> detectors() {
        return List.of(
                new LockCorruptionDetector(),
                new LostWakeupDetector(),
                new LockStallDetector(),
                new WatchdogRestartDetector(),
                new DivergenceDetector(),
                new LostUpdateDetector(),
                new UncaughtExceptionDetector());
    }

    /**
     * Looks at a whole history.
     *
     * @param observations in order, instants counted from the start of the backend
     * @param nodes the nodes of the run
     * @param expected what the load should have left
     * @param loadStart the instant from which findings count
     */
    public static Detection in(List<Observation> observations, Nodes nodes, Expected expected, Duration loadStart) {
        var detectors = detectors();
        for (var observation : observations) {
            detectors.forEach(detector -> detector.observe(observation));
        }
        var sightings = detectors.stream()
                .flatMap(detector -> detector.sightings().stream())
                .sorted(Comparator.comparing(Sighting::at))
                .toList();
        var triggers = triggers(sightings);
        var stalls = firstStalls(sightings);
        var chain = new CausalChain(new UpdateTrail(observations), nodes, observations);
        var findings = new ArrayList<Finding>();
        for (var sighting : sightings) {
            var update = triggers.getOrDefault(sighting.life(), sighting.update());
            findings.add(new Finding(
                    sighting.kind(),
                    sighting.life().node(),
                    region(sighting.life(), nodes),
                    sighting.at().minus(loadStart),
                    naming(sighting.evidence(), update),
                    counted(
                            chain.of(sighting.life(), update, stalls.getOrDefault(sighting.life(), sighting.at())),
                            loadStart),
                    blastRadius(sightings, update, nodes)));
        }
        return new Detection(findings, MissingEvidence.in(observations, nodes, expected));
    }

    /** The update behind each stalled life: the first stall of a life that names one speaks for its other findings too. */
    private static Map<Life, String> triggers(List<Sighting> sightings) {
        var triggers = new HashMap<Life, String>();
        for (var sighting : sightings) {
            if (sighting.kind().isStall() && !sighting.update().isEmpty()) {
                triggers.putIfAbsent(sighting.life(), sighting.update());
            }
        }
        return triggers;
    }

    /** When each life first stalled: the chain of all its findings leads there. */
    private static Map<Life, Duration> firstStalls(List<Sighting> sightings) {
        var stalls = new HashMap<Life, Duration>();
        for (var sighting : sightings) {
            if (sighting.kind().isStall()) {
                stalls.putIfAbsent(sighting.life(), sighting.at());
            }
        }
        return stalls;
    }

    private static List<Affected> blastRadius(List<Sighting> sightings, String update, Nodes nodes) {
        var affected = new TreeSet<>(Comparator.comparing(Affected::region).thenComparing(Affected::node));
        for (var sighting : sightings) {
            boolean behind =
                    sighting.update().equals(update) || sighting.involved().contains(update);
            if (sighting.kind().isStall() && behind && !update.isEmpty()) {
                affected.add(new Affected(
                        region(sighting.life(), nodes), sighting.life().node()));
            }
        }
        return List.copyOf(affected);
    }

    private static Evidence naming(Evidence evidence, String update) {
        return update.isEmpty() ? evidence : evidence.with("update", update);
    }

    private static List<CausalStep> counted(List<CausalStep> steps, Duration loadStart) {
        return steps.stream()
                .map(step -> new CausalStep(
                        step.what(), step.node(), step.region(), step.at().minus(loadStart), step.update()))
                .toList();
    }

    /** The region that all nodes of the finding share; empty when there are several. */
    private static String region(Life life, Nodes nodes) {
        var regions = new TreeSet<String>();
        for (var node : life.node().split(", ", -1)) {
            regions.add(nodes.regionOf(node));
        }
        return regions.size() == 1 ? regions.first() : "";
    }
}
