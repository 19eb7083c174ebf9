package dev.gridlock.engine.history;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Collects what is seen during a run. Backends report starts, output and exits of nodes; it counts each node's lives
 * and reads its events. Safe for any thread; observations keep the order in which they were reported.
 *
 * <p>It never blocks: a simulated client and the simulator itself share one carrier thread, and a lock held by a paused
 * client would stop both.
 */
public final class HistoryRecorder {

    private static final int FRAMES_KEPT = 5;

    private final Queue<Observation> observations = new ConcurrentLinkedQueue<>();
    private final Map<String, Integer> lives = new ConcurrentHashMap<>();

    /** The node's program is about to run, for the first time or again. */
    public void started(String node, Duration at) {
        int number = lives.merge(node, 1, Integer::sum);
        record(new Observation.NodeStarted(new Life(node, number), at));
    }

    /** The node's program ended; {@code byFault} tells whether a fault of the scenario killed it. */
    public void exited(String node, int code, boolean byFault, Duration at) {
        record(new Observation.NodeExited(life(node), code, byFault, at));
    }

    /** The node printed a line on standard output. */
    public void printed(String node, String line, Duration at) {
        record(EventReader.read(life(node), line, at));
    }

    /** The node printed a line on standard error. */
    public void complained(String node, String line, Duration at) {
        record(new Observation.Complaint(life(node), line, at));
    }

    /** An exception ended a thread of the node. */
    public void threadDied(String node, String thread, Throwable error, Duration at) {
        var frames = Stream.of(error.getStackTrace())
                .limit(FRAMES_KEPT)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining("\n"));
        record(new Observation.ThreadDied(life(node), thread, error.toString(), frames, at));
    }

    /** Anything else. */
    public void record(Observation observation) {
        observations.add(observation);
    }

    /** Everything reported so far, in order. */
    public List<Observation> observations() {
        return List.copyOf(observations);
    }

    private Life life(String node) {
        return new Life(node, lives.getOrDefault(node, 1));
    }
}
