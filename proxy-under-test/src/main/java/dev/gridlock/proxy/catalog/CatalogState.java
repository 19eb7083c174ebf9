package dev.gridlock.proxy.catalog;

import dev.gridlock.proxy.route.usage.Hosts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the catalog lock guards. Not thread-safe: every call is made under that lock, those that change something under its write mode. */
final class CatalogState {

    private final Loading loading;
    private final Hosts hosts;
    private final LoadedIndex index;
    private final TreeMap<String, ApplicationEntry> applications = new TreeMap<>();
    private int machines;

    CatalogState(Loading loading, Hosts hosts, LoadedIndex index) {
        this.loading = loading;
        this.hosts = hosts;
        this.index = index;
    }

    Optional<ApplicationEntry> application(String id) {
        return Optional.ofNullable(applications.get(id));
    }

    Collection<ApplicationEntry> applications() {
        return Collections.unmodifiableCollection(applications.values());
    }

    int machineCount() {
        return machines;
    }

    void load(ApplicationRows rows) {
        ApplicationEntry entry = open(rows.id());
        entry.setRow(rows.application().orElse(null));
        replaceMachines(rows.id(), rows.machines());
    }

    void unload(String app) {
        ApplicationEntry entry = applications.remove(app);
        if (entry != null) {
            index.unloaded(app);
            for (MachineEntry machine : entry.machines()) {
                index.removed(machine.row().id());
                machines--;
            }
        }
    }

    void putApplication(Application row) {
        ApplicationEntry entry = accepting(row.id());
        if (entry != null) {
            entry.setRow(row);
        }
    }

    void removeApplication(String app) {
        ApplicationEntry entry = applications.get(app);
        if (entry != null) {
            entry.setRow(null);
            dropIfEmpty(entry);
        }
    }

    void putMachine(Machine row) {
        String before = index.applicationOf(row.id()).orElse(null);
        if (before != null && !before.equals(row.app())) {
            removeMachine(row.id());
        }
        ApplicationEntry entry = accepting(row.app());
        if (entry != null) {
            if (!row.app().equals(before)) {
                machines++;
                index.placed(row.id(), row.app());
            }
            entry.put(row, hosts);
        }
    }

    void removeMachine(String machineId) {
        Optional<String> app = index.applicationOf(machineId);
        if (app.isPresent()) {
            ApplicationEntry entry =
                    Objects.requireNonNull(applications.get(app.get()), "an application that the index has");
            entry.remove(machineId);
            index.removed(machineId);
            machines--;
            dropIfEmpty(entry);
        }
    }

    void replaceMachines(String app, List<Machine> rows) {
        Set<String> kept = new HashSet<>();
        for (Machine row : rows) {
            kept.add(row.id());
            putMachine(row);
        }
        ApplicationEntry entry = applications.get(app);
        if (entry != null) {
            for (MachineEntry machine : new ArrayList<>(entry.machines())) {
                if (!kept.contains(machine.row().id())) {
                    removeMachine(machine.row().id());
                }
            }
        }
    }

    private @Nullable ApplicationEntry accepting(String app) {
        return loading == Loading.EAGER ? open(app) : applications.get(app);
    }

    private ApplicationEntry open(String app) {
        ApplicationEntry entry = applications.get(app);
        if (entry == null) {
            entry = new ApplicationEntry(app);
            applications.put(app, entry);
            index.loaded(app);
        }
        return entry;
    }

    private void dropIfEmpty(ApplicationEntry entry) {
        if (entry.isEmpty()) {
            applications.remove(entry.id());
            index.unloaded(entry.id());
        }
    }
}
