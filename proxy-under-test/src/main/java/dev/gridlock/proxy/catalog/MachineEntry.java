package dev.gridlock.proxy.catalog;

import dev.gridlock.proxy.route.usage.HostHealth;
import dev.gridlock.proxy.route.usage.MachineUse;

/**
 * A machine in the catalog: its row, and what this proxy knows of it that outlives a change of the row.
 *
 * @param row as the store has it
 * @param use how much this proxy uses it
 * @param health of its host
 */
public record MachineEntry(Machine row, MachineUse use, HostHealth health) {}
