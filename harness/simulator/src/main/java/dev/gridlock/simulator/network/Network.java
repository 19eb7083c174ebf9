package dev.gridlock.simulator.network;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The simulated network: hosts, their names, and the links between them.
 *
 * <p>Faults are added and taken back in pairs, so that overlapping ones compose: two cuts need two heals. To be used before the run or on the
 * carrier. Not thread-safe.
 */
public final class Network {
    private final VirtualTime time;
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private final Map<InetAddress, Host> byAddress = new HashMap<>();
    private final Map<String, InetAddress> names = new HashMap<>();
    private final Map<String, Link> links = new HashMap<>();
    private BiFunction<String, String, LinkProfile> profiles = (from, to) -> LinkProfile.of(Duration.ofMillis(1));

    public Network(VirtualTime time) {
        this.time = time;
    }

    /** Sets what links are like, by the names of the two nodes; applies to links that have carried nothing yet. */
    public void links(BiFunction<String, String, LinkProfile> profile) {
        profiles = profile;
    }

    /** Cuts one direction between two nodes; what is sent meanwhile arrives after {@link #heal}, if ever. */
    public void cut(String from, String to) {
        link(from, to).cut();
    }

    /**
     * Takes back one {@link #cut}.
     *
     * @throws IllegalStateException if the direction is not cut
     */
    public void heal(String from, String to) {
        link(from, to).heal();
    }

    public boolean isCut(String from, String to) {
        return link(from, to).isCut();
    }

    /** Adds to the delay of one direction; negative values take an earlier addition back. */
    public void slow(String from, String to, Duration latency, Duration jitter) {
        link(from, to).slow(latency.toNanos(), jitter.toNanos());
    }

    /** Changes one direction from now on. */
    public void setProfile(String from, String to, LinkProfile profile) {
        link(from, to).set(profile);
    }

    private Link link(String from, String to) {
        if (!hosts.containsKey(from) || !hosts.containsKey(to)) {
            throw new IllegalArgumentException(
                    "there is no node " + (hosts.containsKey(from) ? to : from) + "; there are " + hosts.keySet());
        }
        return links.computeIfAbsent(
                from + "\0" + to,
                key -> new Link(time, from.equals(to) ? LinkProfile.loopback() : profiles.apply(from, to)));
    }

    /** Adds a host; called by the simulator. */
    public Host addHost(String name, String address, Iterable<String> hostNames) {
        InetAddress parsed;
        try {
            parsed = InetAddress.getByAddress(
                    name, InetAddress.ofLiteral(address).getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("address of node " + name + " is " + address, e);
        }
        Host host = new Host(this, time, name, parsed);
        if (byAddress.putIfAbsent(parsed, host) != null) {
            throw new IllegalArgumentException("there are two nodes with the address " + address);
        }
        hosts.put(name, host);
        register(name, parsed);
        hostNames.forEach(other -> register(other, parsed));
        return host;
    }

    private void register(String name, InetAddress address) {
        if (names.putIfAbsent(name, address) != null) {
            throw new IllegalArgumentException("there are two hosts named " + name);
        }
    }

    /** Returns the addresses of a name, or null for a literal; called by the simulator. */
    public InetAddress @Nullable [] resolve(String host) throws UnknownHostException {
        InetAddress known = host.equalsIgnoreCase("localhost") ? InetAddress.getLoopbackAddress() : names.get(host);
        if (known != null) {
            return new InetAddress[] {known};
        }
        if (host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'))) {
            return null;
        }
        throw new UnknownHostException(host + ": Name or service not known");
    }

    /** Returns the name of an address, or the address as text if it has none; called by the simulator. */
    public String nameOf(InetAddress address) {
        Host host = byAddress.get(address);
        if (host != null) {
            return host.name();
        }
        return address.isLoopbackAddress() ? "localhost" : address.getHostAddress();
    }

    @Nullable
    Host host(InetAddress address) {
        return byAddress.get(address);
    }

    Link link(Host from, Host to) {
        return link(from.name(), to.name());
    }
}
