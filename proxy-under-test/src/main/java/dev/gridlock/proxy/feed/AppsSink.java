package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.catalog.Application;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The {@code apps} table. */
final class AppsSink implements FeedSink {

    static final String COLUMNS = "id, name, update_id";
    static final int CELLS = 3;

    private final CatalogTargets targets;

    AppsSink(CatalogTargets targets) {
        this.targets = targets;
    }

    /** An application from the cells of {@link #COLUMNS}. */
    static Application application(List<String> cells) {
        return new Application(cells.get(0), cells.get(1), cells.get(2));
    }

    @Override
    public String table() {
        return "apps";
    }

    @Override
    public String sql() {
        return "SELECT " + COLUMNS + " FROM apps";
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
        return cells.get(2);
    }

    @Override
    public void snapshot(List<List<String>> rows) throws InterruptedException {
        Map<String, Application> byId = new TreeMap<>();
        for (List<String> cells : rows) {
            Application row = application(cells);
            byId.put(row.id(), row);
            targets.updates().remember(row.id(), row.updateId());
        }
        targets.changes().addUnknown();
        for (String app : targets.replacedBy(byId.keySet())) {
            @Nullable Application row = byId.get(app);
            String update = targets.updates().of(app);
            if (row == null) {
                targets.writer().apply("apply-snapshot", app, update, edit -> edit.removeApplication(app));
            } else {
                targets.writer().apply("apply-snapshot", app, update, edit -> edit.putApplication(row));
            }
        }
    }

    @Override
    public void change(FeedEvent.Change change) throws InterruptedException {
        Application row = application(change.cells());
        targets.changes().add(row.id(), row.id());
        targets.updates().remember(row.id(), row.updateId());
        if (!targets.keeps(row.id())) {
            return;
        }
        if (change.kind() == FeedEvent.ChangeKind.DELETE) {
            targets.apply(row.id(), Optional.empty(), row.updateId(), edit -> edit.removeApplication(row.id()));
        } else {
            targets.apply(row.id(), Optional.empty(), row.updateId(), edit -> edit.putApplication(row));
        }
    }
}
