package dev.gridlock.simulator.network;

import java.net.BindException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One machine's end of the network: its ports and its connections. It outlives the processes on it. Not thread-safe. */
public final class Host {
    private static final int FIRST_EPHEMERAL = 32768;
    private static final int LAST_EPHEMERAL = 60999;

    private final Network network;
    private final VirtualTime time;
    private final String name;
    private final InetAddress address;
    private final Map<Integer, Listener> listeners = new HashMap<>();
    private final Set<Endpoint> endpoints = new LinkedHashSet<>();
    private final Set<Integer> usedPorts = new LinkedHashSet<>();
    private int nextEphemeral = FIRST_EPHEMERAL;

    Host(Network network, VirtualTime time, String name, InetAddress address) {
        this.network = network;
        this.time = time;
        this.name = name;
        this.address = address;
    }

    public String name() {
        return name;
    }

    public InetAddress address() {
        return address;
    }

    VirtualTime time() {
        return time;
    }

    /** Closes everything the way a kernel does for a process that is gone; called by the simulator. */
    public void processDied() {
        List.copyOf(listeners.values()).forEach(Listener::abandon);
        listeners.clear();
        for (Endpoint endpoint : List.copyOf(endpoints)) {
            endpoint.abandon();
        }
        endpoints.clear();
        usedPorts.clear();
    }

    /** Returns the host that an address means for a process here, or null if there is none. */
    @Nullable
    Host find(InetAddress target) {
        return target.isLoopbackAddress() || target.isAnyLocalAddress() ? this : network.host(target);
    }

    Link linkTo(Host other) {
        return network.link(this, other);
    }

    /** Takes a port; 0 for any free one. */
    int bind(InetAddress wanted, int port) throws BindException {
        if (!wanted.isAnyLocalAddress() && !wanted.isLoopbackAddress() && !wanted.equals(address)) {
            throw new BindException(
                    "Cannot assign requested address: " + wanted.getHostAddress() + " is not an address of " + name);
        }
        if (port == 0) {
            return ephemeral();
        }
        if (!usedPorts.add(port)) {
            throw new BindException("Address already in use");
        }
        return port;
    }

    int ephemeral() throws BindException {
        for (int i = FIRST_EPHEMERAL; i <= LAST_EPHEMERAL; i++) {
            int candidate = nextEphemeral;
            nextEphemeral = nextEphemeral == LAST_EPHEMERAL ? FIRST_EPHEMERAL : nextEphemeral + 1;
            if (usedPorts.add(candidate)) {
                return candidate;
            }
        }
        throw new BindException("no free port on " + name);
    }

    void release(int port) {
        usedPorts.remove(port);
    }

    void listen(Listener listener) {
        listeners.put(listener.port(), listener);
    }

    void stopListening(Listener listener) {
        listeners.remove(listener.port(), listener);
        usedPorts.remove(listener.port());
    }

    @Nullable
    Listener listener(int port) {
        return listeners.get(port);
    }

    void opened(Endpoint endpoint) {
        endpoints.add(endpoint);
    }

    void closed(Endpoint endpoint) {
        endpoints.remove(endpoint);
    }

    /** How many connections have an end here that is not closed. */
    public int connections() {
        return endpoints.size();
    }
}
