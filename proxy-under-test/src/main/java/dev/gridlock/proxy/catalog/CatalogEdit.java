package dev.gridlock.proxy.catalog;

import java.util.List;

/**
 * What a write closure can do. Valid until the closure returns. A lazy catalog ignores rows of applications that are not
 * loaded, except that a machine which moves to one leaves the application it was with.
 */
public interface CatalogEdit {

    /** Whether the application is in the catalog. */
    boolean isLoaded(String app);

    /** Puts an application in that a request has asked for. */
    void load(ApplicationRows rows);

    /** Takes an application out with all its machines. */
    void unload(String app);

    /** Inserts or replaces an application's own row. */
    void putApplication(Application row);

    /** Removes an application's own row; the application goes when it has no machines either. */
    void removeApplication(String app);

    /** Inserts or replaces a machine, and takes it away from the application that had it. */
    void putMachine(Machine row);

    /** Removes a machine; its application goes when it has nothing left. */
    void removeMachine(String machineId);

    /** Makes {@code rows} the application's only machines. */
    void replaceMachines(String app, List<Machine> rows);
}
