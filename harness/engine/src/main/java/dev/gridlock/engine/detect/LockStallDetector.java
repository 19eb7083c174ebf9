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
 * Finds silence that a node's watchdog noticed and that nothing else explains: a long holder, a deadlock, starvation.
 * A life in which the word was corrupt or a wakeup was lost is explained, whether that was seen before the silence or
 * between it and the exit.
 */
final class LockStallDetector implements Detector {

    private final Map<Life, NodeEvent> silences = new LinkedHashMap<>();
    private final Set<Life> explained = new HashSet<>();

    @Override
    public void observe(Observation observation) {
        if (!(observation instanceof NodeEvent event)) {
            return;
        }
        if (event.hasCorruptWord() || event.name().equals("lock.waiters-without-holder")) {
            explained.add(event.life());
        }
        if (event.name().equals("watchdog.silence")) {
            silences.putIfAbsent(event.life(), event);
        }
    }

    @Override
    public List<Sighting> sightings() {
        var found = new ArrayList<Sighting>();
        silences.forEach((life, event) -> {
            if (!explained.contains(life)) {
                found.add(sighting(life, event));
            }
        });
        return found;
    }

    private static Sighting sighting(Life life, NodeEvent event) {
        var waiters = Waiters.in(event, "waiters");
        var holders = Waiters.in(event, "holders");
        var update = holders.leadingUpdate().isEmpty() ? waiters.leadingUpdate() : holders.leadingUpdate();
        var involved = new HashSet<>(waiters.updates());
        involved.addAll(holders.updates());
        var evidence = new Facts()
                .put("missed", event.text("missed"))
                .put("word", event.text("word"))
                .put("decoded", event.text("decoded"))
                .put("holders", holders.describe())
                .put("waiters", waiters.describe())
                .put("update", update)
                .start(life)
                .saying("the watchdog's probe went unanswered with "
                        + (holders.isEmpty() ? "no holder" : "the lock held by " + holders.describe()));
        return new Sighting(FindingKind.LOCK_STALL, life, event.at(), evidence, update, involved);
    }
}
