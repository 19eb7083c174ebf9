package dev.gridlock.proxy.catalog;

import dev.gridlock.proxy.route.usage.Hosts;
import dev.gridlock.proxy.route.usage.MachineUse;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An application in the catalog with its machines. Not thread-safe: one that belongs to a catalog may be touched inside a
 * closure of that catalog only.
 */
public final class ApplicationEntry {

    private final String id;
    private final TreeMap<String, MachineEntry> machines = new TreeMap<>();
    private @Nullable Application row;

    ApplicationEntry(String id) {
        this.id = id;
    }

    /**
     * An entry that belongs to no catalog, for serving a request from what was fetched for it.
     *
     * @param hosts gives the machines' hosts their health
     */
    public static ApplicationEntry detached(ApplicationRows rows, Hosts hosts) {
        var entry = new ApplicationEntry(rows.id());
        entry.row = rows.application().orElse(null);
        for (Machine machine : rows.machines()) {
            entry.put(machine, hosts);
        }
        return entry;
    }

    /** The key. */
    public String id() {
        return id;
    }

    /** The application's own row; its machines may be known before it is. */
    public Optional<Application> row() {
        return Optional.ofNullable(row);
    }

    /** The machines in the order of their keys; read-only. */
    public Collection<MachineEntry> machines() {
        return Collections.unmodifiableCollection(machines.values());
    }

    boolean isEmpty() {
        return row == null && machines.isEmpty();
    }

    void setRow(@Nullable Application row) {
        this.row = row;
    }

    void put(Machine machine, Hosts hosts) {
        MachineEntry before = machines.get(machine.id());
        MachineUse use = before == null ? new MachineUse() : before.use();
        machines.put(machine.id(), new MachineEntry(machine, use, hosts.at(machine.address())));
    }

    boolean remove(String machineId) {
        return machines.remove(machineId) != null;
    }
}
