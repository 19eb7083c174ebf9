package dev.gridlock.simulator;

import java.util.List;

/**
 * A machine of the simulated network.
 *
 * @param name unique name; also resolves to {@code address}
 * @param address an IPv4 address literal, unique
 * @param hostNames further names that resolve to {@code address}
 * @param cpus number of virtual processors, 1 to 64
 * @param slowdown factor on every cost, greater than 0; 1 is healthy, 4 is four times slower
 * @param listener hears of its output and exits
 */
public record NodeOptions(
        String name, String address, List<String> hostNames, int cpus, double slowdown, NodeListener listener) {
    public NodeOptions {
        hostNames = List.copyOf(hostNames);
        if (cpus < 1 || cpus > 64) {
            throw new IllegalArgumentException("cpus of node " + name + " is " + cpus + ", expected 1 to 64");
        }
        if (!(slowdown > 0 && slowdown <= 1e6)) {
            throw new IllegalArgumentException(
                    "slowdown of node " + name + " is " + slowdown + ", expected more than 0 and at most 1000000");
        }
    }

    /** Four processors, no slowdown, nobody listening. */
    public static NodeOptions of(String name, String address) {
        return new NodeOptions(name, address, List.of(), 4, 1.0, new NodeListener() {});
    }

    public NodeOptions withCpus(int count) {
        return new NodeOptions(name, address, hostNames, count, slowdown, listener);
    }

    public NodeOptions withSlowdown(double factor) {
        return new NodeOptions(name, address, hostNames, cpus, factor, listener);
    }

    public NodeOptions withHostNames(List<String> names) {
        return new NodeOptions(name, address, names, cpus, slowdown, listener);
    }

    public NodeOptions withListener(NodeListener heard) {
        return new NodeOptions(name, address, hostNames, cpus, slowdown, heard);
    }
}
