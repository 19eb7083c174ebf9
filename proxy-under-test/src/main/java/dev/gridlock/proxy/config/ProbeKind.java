package dev.gridlock.proxy.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a watchdog asks the control channel, by the names under which {@code [watchdog] probe} knows them. */
public enum ProbeKind {
    /** The status, which takes the catalog's read lock: when the lock is stuck, so is the answer. */
    TOUCHES_LOCK("touches-lock", "/status"),
    /**
     * Whether the process is alive, which takes no lock. Blind to a stalled catalog, and here to be seen failing: the node goes
     * on answering its watchdog while no request gets through, so nobody restarts it. Stands for every health check that asks a
     * process only whether it can speak.
     */
    BYPASSES_LOCK("bypasses-lock", "/live");

    private final String key;
    private final String target;

    ProbeKind(String key, String target) {
        this.key = key;
        this.target = target;
    }

    /** The name in the configuration. */
    public String key() {
        return key;
    }

    /** The path on the control channel. */
    public String target() {
        return target;
    }

    /** The kind of a name. */
    static Optional<ProbeKind> of(String key) {
        return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst();
    }

    /** All names. */
    public static List<String> keys() {
        return Arrays.stream(values()).map(ProbeKind::key).toList();
    }
}
