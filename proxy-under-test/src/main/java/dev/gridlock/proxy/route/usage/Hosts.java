package dev.gridlock.proxy.route.usage;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The machine hosts that this proxy has met, by address. Thread-safe. A host is kept for the life of the process. */
public final class Hosts {

    private final Map<String, HostHealth> byAddress = new ConcurrentHashMap<>();

    /** No hosts yet. */
    public Hosts() {}

    /** The health of the host at {@code address}, one and the same object each time. */
    public HostHealth at(String address) {
        return byAddress.computeIfAbsent(address, unseen -> new HostHealth());
    }
}
