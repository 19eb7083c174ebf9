package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds nodes that hold something else than others after the quiet time. The digest that most nodes tell is taken for
 * the right one, the one told first when two are equally common; the nodes that tell another are named. Nodes that
 * differ in several things make one finding, with the number of things.
 */
final class DivergenceDetector implements Detector {

    private static final int SHOWN_DIGEST = 12;

    private record Told(String node, String digest, Duration at) {}

    private final Map<String, List<Told>> toldByThing = new TreeMap<>();

    @Override
    public void observe(Observation observation) {
        if (observation instanceof Observation.StateRead read) {
            read.state()
                    .ifPresent(state -> state.digests()
                            .forEach((thing, digest) -> toldByThing
                                    .computeIfAbsent(thing, absent -> new ArrayList<>())
                                    .add(new Told(read.node(), digest, read.at()))));
        }
    }

    @Override
    public List<Sighting> sightings() {
        var differing = new LinkedHashMap<String, List<String>>();
        toldByThing.forEach((thing, told) -> {
            var others = others(told);
            if (!others.isEmpty()) {
                differing
                        .computeIfAbsent(names(others), absent -> new ArrayList<>())
                        .add(thing);
            }
        });
        var found = new ArrayList<Sighting>();
        differing.forEach((nodes, things) -> found.add(sighting(nodes, things)));
        return found;
    }

    private Sighting sighting(String nodes, List<String> things) {
        var thing = things.getFirst();
        var told = toldByThing.getOrDefault(thing, List.of());
        var others = others(told);
        var expected = mostCommon(told);
        var facts = new Facts()
                .put("differs", thing)
                .put("things", things.size())
                .put("agreeing", told.size() - others.size())
                .put("digest", shown(expected));
        others.forEach(other -> facts.put(other.node(), shown(other.digest())));
        var evidence = facts.saying(nodes + (others.size() == 1 ? " holds" : " hold") + " another state of " + thing
                + (things.size() == 1 ? "" : " and of " + (things.size() - 1) + " more")
                + " than the other nodes after the quiet time");
        return new Sighting(
                FindingKind.DIVERGENCE, Life.ofNone(nodes), others.getFirst().at(), evidence, "", Set.of());
    }

    private static List<Told> others(List<Told> told) {
        var expected = mostCommon(told);
        return told.stream().filter(one -> !one.digest().equals(expected)).toList();
    }

    private static String names(List<Told> told) {
        return String.join(", ", told.stream().map(Told::node).distinct().toList());
    }

    private static String mostCommon(List<Told> told) {
        var counts = new LinkedHashMap<String, Integer>();
        told.forEach(one -> counts.merge(one.digest(), 1, Integer::sum));
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

    private static String shown(String digest) {
        return digest.length() <= SHOWN_DIGEST ? digest : digest.substring(0, SHOWN_DIGEST);
    }
}
