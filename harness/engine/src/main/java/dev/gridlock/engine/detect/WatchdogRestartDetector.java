package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.finding.TimeText;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.NodeEvent;
import dev.gridlock.engine.history.Observation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds nodes that their own watchdog halted, which shows in the exit code, and whether they came back. */
final class WatchdogRestartDetector implements Detector {

    /** The code that a watchdog halts a node with: 128 and the number of SIGABRT. */
    static final int EXIT_CODE = 134;

    private final Map<Life, Observation.NodeExited> halts = new LinkedHashMap<>();
    private final Map<Life, NodeEvent> silences = new HashMap<>();
    private final Map<Life, Observation.NodeStarted> starts = new HashMap<>();

    @Override
    public void observe(Observation observation) {
        switch (observation) {
            case NodeEvent event when event.name().equals("watchdog.silence") -> silences.put(event.life(), event);
            case Observation.NodeExited exited
            when exited.code() == EXIT_CODE && !exited.byFault() -> halts.put(exited.life(), exited);
            case Observation.NodeStarted started -> starts.put(started.life(), started);
            default -> {}
        }
    }

    @Override
    public List<Sighting> sightings() {
        var found = new ArrayList<Sighting>();
        halts.forEach((life, exited) -> found.add(sighting(life, exited)));
        return found;
    }

    private Sighting sighting(Life life, Observation.NodeExited exited) {
        var facts = new Facts().put("exitCode", exited.code());
        var silence = silences.get(life);
        var update = "";
        Set<String> involved = Set.of();
        if (silence != null) {
            var waiters = Waiters.in(silence, "waiters");
            update = waiters.leadingUpdate();
            involved = waiters.updates();
            facts.put("missed", silence.text("missed"))
                    .put("word", silence.text("word"))
                    .put("decoded", silence.text("decoded"))
                    .put("holders", Waiters.in(silence, "holders").describe())
                    .put("waiters", waiters.describe());
        }
        var next = starts.get(new Life(life.node(), life.number() + 1));
        var comeback = next == null
                ? "not restarted within the run"
                : "restarted after " + TimeText.length(next.at().minus(exited.at()));
        facts.put("restart", comeback).start(life);
        return new Sighting(
                FindingKind.WATCHDOG_RESTART,
                life,
                exited.at(),
                facts.saying("the watchdog halted the node with code " + exited.code() + "; it was " + comeback),
                update,
                involved);
    }
}
