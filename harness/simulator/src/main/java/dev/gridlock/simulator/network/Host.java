package dev.gridlock.simulator.network;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
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
    private final List<Listener> listeners = new ArrayList<>();
    private final Set<Endpoint> endpoints = new LinkedHashSet<>();
    /** Ports that are taken on all addresses. */
    private final BitSet wholePorts = new BitSet();
    /** Ports that are taken on one address only. */
    private final Set<InetSocketAddress> singlePorts = new HashSet<>();

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
        List.copyOf(listeners).forEach(Listener::abandon);
        for (Endpoint endpoint : List.copyOf(endpoints)) {
            endpoint.abandon();
        }
        wholePorts.clear();
        singlePorts.clear();
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
            int free = ephemeral();
            if (!wanted.isAnyLocalAddress()) {
                wholePorts.clear(free);
                singlePorts.add(new InetSocketAddress(wanted, free));
            }
            return free;
        }
        if (wanted.isAnyLocalAddress() ? isFree(port) : !wholePorts.get(port)) {
            if (wanted.isAnyLocalAddress()) {
                wholePorts.set(port);
                return port;
            }
            if (singlePorts.add(new InetSocketAddress(wanted, port))) {
                return port;
            }
        }
        throw new BindException("Address already in use");
    }

    private boolean isFree(int port) {
        return !wholePorts.get(port)
                && (singlePorts.isEmpty() || singlePorts.stream().noneMatch(taken -> taken.getPort() == port));
    }

    /** Takes a free port on all addresses. */
    int ephemeral() throws BindException {
        for (int i = FIRST_EPHEMERAL; i <= LAST_EPHEMERAL; i++) {
            int candidate = nextEphemeral;
            nextEphemeral = nextEphemeral == LAST_EPHEMERAL ? FIRST_EPHEMERAL : nextEphemeral + 1;
            if (isFree(candidate)) {
                wholePorts.set(candidate);
                return candidate;
            }
        }
        throw new BindException("no free port on " + name);
    }

    void release(InetSocketAddress taken) {
        if (!singlePorts.remove(taken)) {
            wholePorts.clear(taken.getPort());
        }
    }

    void listen(Listener listener) {
        listeners.add(listener);
    }

    void stopListening(Listener listener) {
        if (listeners.remove(listener)) {
            release(listener.address());
        }
    }

    /** Returns who listens at an address of this host: on that very address, or else on the wildcard. */
    @Nullable
    Listener listener(InetSocketAddress target) {
        Listener wildcard = null;
        for (Listener listener : listeners) {
            if (listener.address().equals(target)) {
                return listener;
            }
            if (listener.address().getPort() == target.getPort()
                    && listener.address().getAddress().isAnyLocalAddress()) {
                wildcard = listener;
            }
        }
        return wildcard;
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
