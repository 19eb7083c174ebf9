package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.catalog.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The {@code machines} table. */
final class MachinesSink implements FeedSink {

    static final String COLUMNS = "id, app, region, address, state, update_id";
    static final int CELLS = 6;

    private final CatalogTargets targets;

    MachinesSink(CatalogTargets targets) {
        this.targets = targets;
    }

    /** A machine from the cells of {@link #COLUMNS}. */
    static Machine machine(List<String> cells) {
        return new Machine(cells.get(0), cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.get(5));
    }

    @Override
    public String table() {
        return "machines";
    }

    @Override
    public String sql() {
        return "SELECT " + COLUMNS + " FROM machines";
    }

    @Override
    public int columns() {
        return CELLS;
    }

    @Override
    public String key(List<String> cells) {
        return cells.get(0);
    }

    @Override
    public String update(List<String> cells) {
        return cells.get(5);
    }

    @Override
    public void snapshot(List<List<String>> rows) throws InterruptedException {
        Map<String, List<Machine>> byApp = new TreeMap<>();
        for (List<String> cells : rows) {
            Machine row = machine(cells);
            byApp.computeIfAbsent(row.app(), app -> new ArrayList<>()).add(row);
            targets.updates().remember(row.app(), row.updateId());
        }
        targets.changes().addUnknown();
        for (String app : targets.replacedBy(byApp.keySet())) {
            List<Machine> machines = byApp.getOrDefault(app, List.of());
            targets.writer()
                    .apply(
                            "apply-snapshot",
                            app,
                            targets.updates().of(app),
                            edit -> edit.replaceMachines(app, machines));
        }
    }

    @Override
    public void change(FeedEvent.Change change) throws InterruptedException {
        Machine row = machine(change.cells());
        targets.changes().add(row.app(), row.id());
        targets.updates().remember(row.app(), row.updateId());
        Optional<String> home = targets.index().applicationOf(row.id());
        if (change.kind() == FeedEvent.ChangeKind.DELETE) {
            if (home.isPresent()) {
                targets.apply(home.get(), Optional.empty(), row.updateId(), edit -> edit.removeMachine(row.id()));
            }
        } else if (targets.keeps(row.app()) || home.isPresent()) {
            targets.apply(row.app(), home, row.updateId(), edit -> edit.putMachine(row));
        }
    }
}
