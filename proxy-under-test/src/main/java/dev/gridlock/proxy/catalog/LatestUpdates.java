package dev.gridlock.proxy.catalog;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The latest update of each application that is not loaded: all that a lazy catalog keeps of it, so that a later load knows
 * its cause. Thread-safe. One entry for each application in the store.
 */
public final class LatestUpdates {

    private final Map<String, String> byApplication = new ConcurrentHashMap<>();

    /** Nothing known. */
    public LatestUpdates() {}

    /** {@code update} changed the application; the empty string, for unknown, leaves what was known. */
    public void remember(String app, String update) {
        if (!update.isEmpty()) {
            byApplication.put(app, update);
        }
    }

    /** The latest update, or the empty string. */
    public String of(String app) {
        return byApplication.getOrDefault(app, "");
    }
}
