package dev.gridlock.proxy.catalog;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Lends the state to one closure and takes it back: whoever keeps a view or an edit finds it closed. */
final class ClosureScope implements CatalogView, CatalogEdit {

    private final CatalogState state;
    private final String label;
    private boolean open = true;

    ClosureScope(CatalogState state, String label) {
        this.state = state;
        this.label = label;
    }

    void close() {
        open = false;
    }

    @Override
    public Optional<ApplicationEntry> application(String id) {
        return state().application(id);
    }

    @Override
    public Collection<ApplicationEntry> applications() {
        return state().applications();
    }

    @Override
    public int machineCount() {
        return state().machineCount();
    }

    @Override
    public boolean isLoaded(String app) {
        return state().application(app).isPresent();
    }

    @Override
    public void load(ApplicationRows rows) {
        state().load(rows);
    }

    @Override
    public void unload(String app) {
        state().unload(app);
    }

    @Override
    public void putApplication(Application row) {
        state().putApplication(row);
    }

    @Override
    public void removeApplication(String app) {
        state().removeApplication(app);
    }

    @Override
    public void putMachine(Machine row) {
        state().putMachine(row);
    }

    @Override
    public void removeMachine(String machineId) {
        state().removeMachine(machineId);
    }

    @Override
    public void replaceMachines(String app, List<Machine> rows) {
        state().replaceMachines(app, rows);
    }

    private CatalogState state() {
        if (!open) {
            throw new IllegalStateException(
                    "What the catalog lent to \"" + label + "\" was used after its closure had returned.");
        }
        return state;
    }
}
