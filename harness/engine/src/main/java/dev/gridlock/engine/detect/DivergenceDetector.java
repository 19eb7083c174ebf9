package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.Observation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds nodes that hold something else than their group after the quiet time. The digest that most nodes have is taken
 * for the right one, the first read one when two are equally common; the others are named.
 */
final class DivergenceDetector implements Detector {

    private static final int SHOWN_DIGEST = 12;

    private final Map<String, List<Observation.StateRead>> readsByGroup = new LinkedHashMap<>();

    @Override
    public void observe(Observation observation) {
        if (observation instanceof Observation.StateRead read
                && read.state().flatMap(state -> state.digest()).isPresent()) {
            readsByGroup.computeIfAbsent(read.group(), absent -> new ArrayList<>()).add(read);
        }
    }

    @Override
    public List<Sighting> sightings() {
        var found = new ArrayList<Sighting>();
        readsByGroup.forEach((group, reads) -> {
            var counts = new LinkedHashMap<String, Integer>();
            reads.forEach(read -> counts.merge(digest(read), 1, Integer::sum));
            if (counts.size() > 1) {
                found.add(sighting(group, reads, mostCommon(counts)));
            }
        });
        return found;
    }

    private static Sighting sighting(String group, List<Observation.StateRead> reads, String expected) {
        var others = reads.stream().filter(read -> !digest(read).equals(expected)).toList();
        var nodes = String.join(
                ", ", others.stream().map(Observation.StateRead::node).distinct().toList());
        var facts = new Facts().put("group", group).put("agreeing", reads.size() - others.size());
        facts.put("digest", shown(expected));
        others.forEach(read -> facts.put(read.node(), shown(digest(read))));
        var evidence = facts.saying(nodes + (others.size() == 1 ? " holds" : " hold") + " other data than the rest of "
                + group + " after the quiet time");
        return new Sighting(
                FindingKind.DIVERGENCE, new Life(nodes, 0), others.getFirst().at(), evidence, "", Set.of());
    }

    private static String mostCommon(Map<String, Integer> counts) {
        var best = "";
        int most = 0;
        for (var entry : counts.entrySet()) {
            if (entry.getValue() > most) {
                best = entry.getKey();
                most = entry.getValue();
            }
        }
        return best;
    }

    private static String digest(Observation.StateRead read) {
        return read.state().flatMap(state -> state.digest()).orElseThrow();
    }

    private static String shown(String digest) {
        return digest.length() <= SHOWN_DIGEST ? digest : digest.substring(0, SHOWN_DIGEST);
    }
}
