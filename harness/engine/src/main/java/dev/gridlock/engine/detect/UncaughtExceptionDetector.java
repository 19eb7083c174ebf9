package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds threads that an exception ended, and nodes that ended by themselves although nobody killed them and no watchdog
 * halted them. One finding for each life, with the first of either and the number of threads.
 */
final class UncaughtExceptionDetector implements Detector {

    private record Case(Duration at, String thread, String error, String frames, int threads, String exitCode) {

        Case oneMoreThread() {
            return new Case(at, thread, error, frames, threads + 1, exitCode);
        }

        Case exiting(int code) {
            return new Case(at, thread, error, frames, threads, Integer.toString(code));
        }
    }

    private final Map<Life, Case> cases = new LinkedHashMap<>();
    private final Map<Life, String> lastComplaint = new HashMap<>();

    @Override
    public void observe(Observation observation) {
        switch (observation) {
            case Observation.ThreadDied died ->
                cases.merge(
                        died.life(),
                        new Case(died.at(), died.thread(), died.error(), died.frames(), 1, ""),
                        (old, one) -> old.threads() == 0
                                ? one.exiting(Integer.parseInt(old.exitCode()))
                                : old.oneMoreThread());
            case Observation.Complaint complaint -> lastComplaint.put(complaint.life(), complaint.line());
            case Observation.NodeExited exited
            when isUnexplained(exited) ->
                cases.merge(
                        exited.life(),
                        new Case(exited.at(), "", "", "", 0, Integer.toString(exited.code())),
                        (old, one) -> old.exiting(exited.code()));
            default -> {}
        }
    }

    private static boolean isUnexplained(Observation.NodeExited exited) {
        return !exited.byFault() && exited.code() != WatchdogRestartDetector.EXIT_CODE;
    }

    @Override
    public List<Sighting> sightings() {
        var found = new ArrayList<Sighting>();
        cases.forEach((life, seen) -> {
            var prose = seen.threads() == 0
                    ? "the node ended by itself with code " + seen.exitCode()
                    : "thread " + seen.thread() + " died of " + seen.error();
            var evidence = new Facts()
                    .put("error", seen.error())
                    .put("thread", seen.thread())
                    .put("frames", seen.frames())
                    .put("threads", seen.threads())
                    .put("exitCode", seen.exitCode())
                    .put("lastComplaint", lastComplaint.getOrDefault(life, ""))
                    .start(life)
                    .saying(prose);
            found.add(new Sighting(FindingKind.UNCAUGHT_EXCEPTION, life, seen.at(), evidence, "", Set.of()));
        });
        return found;
    }
}
