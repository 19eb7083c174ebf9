package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.inflight.LockOperation;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * An operation that waited or held for long.
 *
 * @param at when it ended
 * @param label what it was for
 * @param app the application concerned; empty if none or all
 * @param update the id of the update that it carried out; empty if none or unknown
 * @param mode shared or exclusive
 * @param outcome {@code completed}, or {@code timed-out} if it gave up
 * @param waitedNanos how long it waited
 * @param heldNanos how long it was inside; of a quick read, at least
 */
public record SlowOperation(
        Instant at,
        String label,
        String app,
        String update,
        LockMode mode,
        String outcome,
        long waitedNanos,
        long heldNanos) {

    static SlowOperation of(LockOperation operation, String outcome, long nowNanos) {
        return new SlowOperation(
                Instant.now(),
                operation.label(),
                operation.app(),
                operation.update(),
                operation.mode(),
                outcome,
                operation.waitedNanos(nowNanos),
                operation.heldNanos(nowNanos));
    }

    static SlowOperation ofQuickRead(String label, String app, long heldNanos) {
        return new SlowOperation(Instant.now(), label, app, "", LockMode.SHARED, "completed", 0, heldNanos);
    }

    Map<String, Object> toMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("at", at.toString());
        map.put("label", label);
        map.put("app", app);
        map.put("update", update);
        map.put("mode", mode.name().toLowerCase(Locale.ROOT));
        map.put("outcome", outcome);
        map.put("waitedNanos", waitedNanos);
        map.put("heldNanos", heldNanos);
        return map;
    }
}
