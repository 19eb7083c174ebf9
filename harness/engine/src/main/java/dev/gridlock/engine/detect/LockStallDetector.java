package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.finding.TimeText;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.NodeEvent;
import dev.gridlock.engine.history.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the stalls that a node itself has told apart ({@code lock.stall}), and silence that its watchdog noticed. A life in
 * which the word was corrupt or a wakeup was lost is explained by that: by what came before a stall, and for a silence also
 * by what was told between it and the exit.
 */
final class LockStallDetector implements Detector {

    private record Case(Life life, FindingKind kind) {}

    private final Map<Case, NodeEvent> stalls = new LinkedHashMap<>();
    private final Map<Life, NodeEvent> silences = new LinkedHashMap<>();
    private final Set<Life> broken = new HashSet<>();

    @Override
    public void observe(Observation observation) {
        if (!(observation instanceof NodeEvent event)) {
            return;
        }
        if (event.hasCorruptWord() || event.name().equals("lock.waiters-without-holder")) {
            broken.add(event.life());
        }
        if (event.name().equals("lock.stall") && !broken.contains(event.life())) {
            stalls.putIfAbsent(new Case(event.life(), named(event).orElse(FindingKind.LOCK_STALL)), event);
        } else if (event.name().equals("watchdog.silence")) {
            silences.putIfAbsent(event.life(), event);
        }
    }

    /** The kind that the event names, if it is one of a stall. */
    private static Optional<FindingKind> named(NodeEvent event) {
        return FindingKind.byName(event.text("kind")).filter(FindingKind::isStall);
    }

    @Override
    public List<Sighting> sightings() {
        var found = new ArrayList<Sighting>();
        var explained = new HashSet<>(broken);
        stalls.forEach((stall, event) -> {
            explained.add(stall.life());
            found.add(sighting(stall, event, told(event)));
        });
        silences.forEach((life, event) -> {
            if (!explained.contains(life)) {
                var silence = new Case(life, named(event).orElse(FindingKind.LOCK_STALL));
                found.add(sighting(silence, event, unanswered(event)));
            }
        });
        return found;
    }

    private static Sighting sighting(Case stall, NodeEvent event, String prose) {
        var waiters = Waiters.in(event, "waiters");
        var holders = Waiters.in(event, "holders");
        var update = List.of(event.update(), holders.leadingUpdate(), waiters.leadingUpdate()).stream()
                .filter(id -> !id.isEmpty())
                .findFirst()
                .orElse("");
        var involved = new HashSet<>(waiters.updates());
        involved.addAll(holders.updates());
        var evidence = new Facts()
                .put("missed", event.text("missed"))
                .put("word", event.text("word"))
                .put("decoded", event.text("decoded"))
                .put("holders", holders.describe())
                .put("waiters", waiters.describe())
                .put("label", event.text("label"))
                .put("app", event.text("app"))
                .put("because", event.text("because"))
                .put("cycle", CycleText.in(event))
                .put("attempts", event.text("attempts"))
                .put("update", update)
                .start(stall.life())
                .saying(prose);
        return new Sighting(stall.kind(), stall.life(), event.at(), evidence, update, involved);
    }

    private static String told(NodeEvent event) {
        var who = event.text("label").isEmpty() ? "" : ", with \"" + event.text("label") + "\" to blame";
        var length = event.number("forNanos");
        var forHow = length.isEmpty() ? "" : " for " + TimeText.length(Duration.ofNanos(length.getAsLong()));
        return "the node saw its lock in a stall of the kind " + event.text("kind") + forHow + who;
    }

    private static String unanswered(NodeEvent event) {
        var holders = Waiters.in(event, "holders");
        return "the watchdog's probe went unanswered with "
                + (holders.isEmpty() ? "no holder" : "the lock held by " + holders.describe());
    }
}
