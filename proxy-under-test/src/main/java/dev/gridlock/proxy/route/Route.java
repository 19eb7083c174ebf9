package dev.gridlock.proxy.route;

import dev.gridlock.proxy.route.usage.HostHealth;
import dev.gridlock.proxy.route.usage.MachineUse;

/**
 * Where one request goes.
 *
 * @param machine id of the machine
 * @param address {@code host:port} of its host
 * @param region where it runs
 * @param use counts the requests that this proxy sends to it
 * @param health of its host
 */
public record Route(String machine, String address, String region, MachineUse use, HostHealth health) {}
