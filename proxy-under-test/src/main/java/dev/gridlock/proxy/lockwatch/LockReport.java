package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.LockLedger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What can be said of a lock without taking it, for the control channel.
 *
 * @param stalls looks at it
 * @param statistics what operations on it have taken
 */
public record LockReport(StallWatch stalls, LockStatistics statistics) {

    /** The lock now, what the looks at it mean, and the times of its operations by label and mode. */
    public Map<String, Object> lock() {
        LockPicture picture = stalls.picture();
        Map<String, Object> map = picture.toMap(stalls.kind());
        map.put("quickReads", picture.quickReads());
        map.put("readsInFullOneIn", LockLedger.READS_IN_FULL_ONE_IN);
        map.put(
                "times",
                statistics.summaries().stream()
                        .map(LockStatistics.Summary::toMap)
                        .toList());
        map.put("slow", statistics.slow().stream().map(SlowOperation::toMap).toList());
        return map;
    }

    /** The operations under way, those inside first. */
    public List<Map<String, Object>> inFlight() {
        return inFlight(stalls.picture());
    }

    /** The operations under way in {@code picture}, those inside first. */
    public static List<Map<String, Object>> inFlight(LockPicture picture) {
        var operations = new ArrayList<Map<String, Object>>();
        picture.holders().forEach(holder -> operations.add(inPhase("holding", holder)));
        picture.waiters().forEach(waiter -> operations.add(inPhase("waiting", waiter)));
        return operations;
    }

    private static Map<String, Object> inPhase(String phase, Seen operation) {
        var map = new LinkedHashMap<String, Object>();
        map.put("phase", phase);
        map.putAll(operation.toMap());
        return map;
    }
}
