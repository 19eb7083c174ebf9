package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.NodeEvent;
import dev.gridlock.engine.history.Observation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds lock words that correct operations cannot produce: a reader count beyond any number of threads, which shows as
 * one of the word's top four bits. Any event with a {@code word} member counts, whatever it was printed for. Later
 * events of the same life add who waits and who holds.
 */
final class LockCorruptionDetector implements Detector {

    private static final class Case {
        final NodeEvent first;
        int sightings;
        String lastWord;
        String update;
        String waiters = "";
        String holders = "";
        String lastHolder = "";
        final Set<String> involved = new LinkedHashSet<>();

        Case(NodeEvent first, String update) {
            this.first = first;
            this.lastWord = first.text("word");
            this.update = update;
        }
    }

    private final Map<Life, Case> cases = new LinkedHashMap<>();
    private final Map<Life, String> lastTimedOutUpdate = new HashMap<>();

    @Override
    public void observe(Observation observation) {
        if (!(observation instanceof NodeEvent event)) {
            return;
        }
        if (event.name().equals("lock.timeout") && !event.update().isEmpty()) {
            lastTimedOutUpdate.put(event.life(), event.update());
        }
        if (!event.hasCorruptWord()) {
            return;
        }
        var seen = cases.computeIfAbsent(
                event.life(),
                life -> new Case(
                        event, event.update().isEmpty() ? lastTimedOutUpdate.getOrDefault(life, "") : event.update()));
        seen.sightings++;
        seen.lastWord = event.text("word");
        addWaitersAndHolders(seen, event);
    }

    private static void addWaitersAndHolders(Case seen, NodeEvent event) {
        if (!event.name().equals("lock.waiters-without-holder") && !event.name().equals("watchdog.silence")) {
            return;
        }
        var waiters = Waiters.in(event, "waiters");
        seen.waiters = waiters.describe();
        seen.holders = Waiters.in(event, "holders").describe();
        seen.involved.addAll(waiters.updates());
        if (!HolderText.in(event).isEmpty()) {
            seen.lastHolder = HolderText.in(event);
        }
        if (seen.update.isEmpty()) {
            seen.update = waiters.leadingUpdate();
        }
    }

    @Override
    public List<Sighting> sightings() {
        var found = new ArrayList<Sighting>();
        cases.forEach((life, seen) -> {
            if (!seen.update.isEmpty()) {
                seen.involved.add(seen.update);
            }
            var evidence = new Facts()
                    .put("word", seen.first.text("word"))
                    .put("decoded", seen.first.text("decoded"))
                    .put("lastWord", seen.lastWord.equals(seen.first.text("word")) ? "" : seen.lastWord)
                    .put("holders", seen.holders.isEmpty() ? "not told" : seen.holders)
                    .put("waiters", seen.waiters.isEmpty() ? "not told" : seen.waiters)
                    .put("lastHolder", seen.lastHolder)
                    .put("label", seen.first.text("label"))
                    .put("app", seen.first.text("app"))
                    .put("update", seen.update)
                    .put("seenBy", seen.first.name())
                    .put("sightings", seen.sightings)
                    .start(life)
                    .saying("the lock word is " + seen.first.text("word")
                            + ", which no order of correct operations produces");
            found.add(new Sighting(
                    FindingKind.LOCK_WORD_CORRUPTION, life, seen.first.at(), evidence, seen.update, seen.involved));
        });
        return found;
    }
}
