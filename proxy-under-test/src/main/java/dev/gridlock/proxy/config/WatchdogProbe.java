package dev.gridlock.proxy.config;

import java.util.Arrays;
import java.util.List;

/** What a watchdog asks the control channel. */
public enum WatchdogProbe {
    /** The status, for which the catalog's read lock is taken: a stalled catalog does not answer. */
    TOUCHES_LOCK("touches-lock", "/status"),
    /**
     * Whether the process is alive, which it is although the catalog has stalled: a blind watchdog. It stands for health checks
     * that ask what never fails, and so keep a node in service that serves nobody.
     */
    BYPASSES_LOCK("bypasses-lock", "/live");

    private final String key;
    private final String path;

    WatchdogProbe(String key, String path) {
        this.key = key;
        this.path = path;
    }

    /** The path that is asked. */
    public String path() {
        return path;
    }

    /** All names. */
    static List<String> keys() {
        return Arrays.stream(values()).map(probe -> probe.key).toList();
    }

    static WatchdogProbe of(String key) {
        return Arrays.stream(values())
                .filter(probe -> probe.key.equals(key))
                .findFirst()
                .orElseThrow();
    }
}
