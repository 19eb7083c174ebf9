package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.catalog.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The table of what requests can be sent to. Rows of regions that the catalog does not keep count as deleted. */
final class MachinesSink implements FeedSink {

    private final MachineTable table;
    private final CatalogTargets targets;

    MachinesSink(MachineTable table, CatalogTargets targets) {
        this.table = table;
        this.targets = targets;
    }

    @Override
    public String table() {
        return table.table();
    }

    @Override
    public String sql() {
        return "SELECT " + table.columns() + " FROM " + table.table();
    }

    @Override
    public int columns() {
        return table.cells();
    }

    @Override
    public String key(List<String> cells) {
        return table.row(cells).id();
    }

    @Override
    public String update(List<String> cells) {
        return table.row(cells).updateId();
    }

    @Override
    public void snapshot(List<List<String>> rows) throws InterruptedException {
        Map<String, List<Machine>> byApp = new TreeMap<>();
        for (List<String> cells : rows) {
            Machine row = table.row(cells);
            if (targets.subset().keeps(row)) {
                byApp.computeIfAbsent(row.app(), app -> new ArrayList<>()).add(row);
            }
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
        Machine row = table.row(change.cells());
        targets.changes().add(row.app(), row.id());
        targets.updates().remember(row.app(), row.updateId());
        Optional<String> home = targets.index().applicationOf(row.id());
        if (change.kind() == FeedEvent.ChangeKind.DELETE || !targets.subset().keeps(row)) {
            if (home.isPresent()) {
                targets.apply(home.get(), Optional.empty(), row.updateId(), edit -> edit.removeMachine(row.id()));
            }
        } else if (targets.keeps(row.app()) || home.isPresent()) {
            targets.apply(row.app(), home, row.updateId(), edit -> edit.putMachine(row));
        }
    }
}
