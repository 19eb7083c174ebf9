package dev.gridlock.engine.report;

import dev.gridlock.engine.finding.CausalStep;
import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.FindingKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The findings that belong together: all of one life of one node.
 *
 * @param findings at least one, in order of time
 */
record Incident(List<Finding> findings) {

    Incident {
        findings = List.copyOf(findings);
    }

    /** The incidents in these findings, in the order of their first finding. */
    static List<Incident> in(List<Finding> findings) {
        var groups = new LinkedHashMap<List<String>, List<Finding>>();
        int number = 0;
        for (var finding : findings) {
            number++;
            // A finding about several nodes belongs to no life and stands alone.
            var start = finding.evidence().fact("start").orElse("alone " + number);
            groups.computeIfAbsent(List.of(finding.node(), start), absent -> new ArrayList<>())
                    .add(finding);
        }
        return groups.values().stream().map(Incident::new).toList();
    }

    String node() {
        return findings.getFirst().node();
    }

    String region() {
        return findings.getFirst().region();
    }

    /** What stalled the node: the gravest of its stalls. */
    Optional<Finding> stall() {
        return Arrays.stream(FindingKind.values())
                .filter(FindingKind::isStall)
                .flatMap(kind -> finding(kind).stream())
                .findFirst();
    }

    Optional<Finding> finding(FindingKind kind) {
        return findings.stream().filter(finding -> finding.kind() == kind).findFirst();
    }

    /** The first step of this name in the causal chain of the incident's first finding that has one. */
    Optional<CausalStep> step(String what) {
        return findings.stream()
                .flatMap(finding -> finding.causedBy().stream())
                .filter(step -> step.what().equals(what))
                .findFirst();
    }
}
