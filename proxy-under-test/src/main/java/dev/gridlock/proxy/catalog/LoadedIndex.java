package dev.gridlock.proxy.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which applications are loaded and where their machines are, readable without the catalog lock: the feed asks it whether
 * a change concerns the catalog at all. Changed inside write closures only. Thread-safe.
 */
public final class LoadedIndex {

    private final Set<String> applications = ConcurrentHashMap.newKeySet();
    private final Map<String, String> applicationByMachine = new ConcurrentHashMap<>();

    LoadedIndex() {}

    /** Whether the application is in the catalog. */
    public boolean isLoaded(String app) {
        return applications.contains(app);
    }

    /** The application in the catalog that has the machine. */
    public Optional<String> applicationOf(String machineId) {
        return Optional.ofNullable(applicationByMachine.get(machineId));
    }

    /** The applications in the catalog, in the order of their keys. */
    public List<String> applications() {
        return List.copyOf(new TreeSet<>(applications));
    }

    /** How many applications are in the catalog. */
    public int applicationCount() {
        return applications.size();
    }

    /** How many machines are in the catalog. */
    public int machineCount() {
        return applicationByMachine.size();
    }

    void loaded(String app) {
        applications.add(app);
    }

    void unloaded(String app) {
        applications.remove(app);
    }

    void placed(String machineId, String app) {
        applicationByMachine.put(machineId, app);
    }

    void removed(String machineId) {
        applicationByMachine.remove(machineId);
    }
}
