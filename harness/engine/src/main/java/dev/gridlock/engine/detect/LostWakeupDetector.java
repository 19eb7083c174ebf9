package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.NodeEvent;
import dev.gridlock.engine.history.Observation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds threads that wait for a lock nobody holds while its word is sound: the wakeup they wait for was skipped. A
 * corrupt word explains such waiters otherwise, so a life with one is left to the detector for that.
 */
final class LostWakeupDetector implements Detector {

    private record Case(NodeEvent first, int samples) {}

    private final Map<Life, Case> cases = new LinkedHashMap<>();
    private final Set<Life> corrupt = new HashSet<>();

    @Override
    public void observe(Observation observation) {
        if (!(observation instanceof NodeEvent event)) {
            return;
        }
        if (event.hasCorruptWord()) {
            corrupt.add(event.life());
        } else if (event.name().equals("lock.waiters-without-holder") && !corrupt.contains(event.life())) {
            cases.merge(event.life(), new Case(event, 1), (old, one) -> new Case(old.first(), old.samples() + 1));
        }
    }

    @Override
    public List<Sighting> sightings() {
        var found = new ArrayList<Sighting>();
        cases.forEach((life, seen) -> {
            var event = seen.first();
            var waiters = Waiters.in(event, "waiters");
            var update = event.update().isEmpty() ? waiters.leadingUpdate() : event.update();
            var involved = new HashSet<>(waiters.updates());
            if (!update.isEmpty()) {
                involved.add(update);
            }
            var evidence = new Facts()
                    .put("word", event.text("word"))
                    .put("decoded", event.text("decoded"))
                    .put("holders", "none")
                    .put("waiters", waiters.describe())
                    .put("lastHolder", HolderText.in(event))
                    .put("update", update)
                    .put("samples", event.text("samples"))
                    .put("sightings", seen.samples())
                    .start(life)
                    .saying("threads wait for a lock that nobody holds, and its word "
                            + (event.text("word").isEmpty() ? "" : event.text("word") + " ") + "is sound");
            found.add(new Sighting(FindingKind.LOST_WAKEUP, life, event.at(), evidence, update, involved));
        });
        return found;
    }
}
