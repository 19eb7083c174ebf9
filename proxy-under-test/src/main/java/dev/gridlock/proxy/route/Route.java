package dev.gridlock.proxy.route;

import dev.gridlock.proxy.route.usage.HostHealth;
import dev.gridlock.proxy.route.usage.MachineUse;

/**
 * Where one request goes.
 *
 * @param machine id of the machine; empty if it goes to the proxy of a region, which chooses one
 * @param address {@code host:port} of its host
 * @param region where it runs
 * @param use counts the requests that this proxy sends to it
 * @param health of its host
 */
public record Route(String machine, String address, String region, MachineUse use, HostHealth health) {

    /** To the proxy of a region. */
    static Route toProxy(String address, String region, MachineUse use, HostHealth health) {
        return new Route("", address, region, use, health);
    }

    /** Whether it goes to the proxy of a region. */
    public boolean isToProxy() {
        return machine.isEmpty();
    }
}
