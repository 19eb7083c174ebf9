package dev.gridlock.store.crdt;

import dev.gridlock.store.value.SqlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A generated history of one row: a few sites insert, update, delete, replace, and now and then hear of each other. Values are
 * few, so that ties are frequent.
 */
final class History {
    private static final RowKey ROW = new RowKey("t", List.of(SqlValue.of(1)));
    private static final List<SqlValue> VALUES = List.of(
            SqlValue.Null.VALUE,
            SqlValue.of("a"),
            SqlValue.of("b"),
            SqlValue.of(1),
            SqlValue.of(2.5),
            SqlValue.of(new byte[] {3}));

    private final Random random;
    private final Set<String> columns;
    private final List<Site> sites = new ArrayList<>();
    private final List<ChangeSet> sets = new ArrayList<>();

    private static final class Site {
        private final ActorId id;
        private RowState state = RowState.UNKNOWN;
        private long version;

        Site(ActorId id) {
            this.id = id;
        }
    }

    private History(long seed) {
        random = new Random(seed);
        columns = random.nextInt(5) == 0 ? Set.of() : Set.of("x", "y");
        for (int i = 0; i < 3; i++) {
            sites.add(new Site(new ActorId(new UUID(random.nextLong(), random.nextLong()))));
        }
    }

    /** Everything that the sites committed, in commit order. */
    static List<ChangeSet> generate(long seed, int steps) {
        History history = new History(seed);
        for (int i = 0; i < steps; i++) {
            Site site = history.sites.get(history.random.nextInt(history.sites.size()));
            if (history.random.nextInt(3) == 0 && !history.sets.isEmpty()) {
                ChangeSet heard = history.sets.get(history.random.nextInt(history.sets.size()));
                site.state = merge(site.state, heard);
            } else {
                history.commit(site);
            }
        }
        return history.sets;
    }

    private void commit(Site site) {
        List<RowEdit> edits = new ArrayList<>();
        boolean alive = site.state.isAlive();
        for (int i = 0; i <= random.nextInt(2); i++) {
            RowEdit edit = switch (alive ? random.nextInt(5) : 0) {
                case 0 -> new RowEdit.Inserted(columns);
                case 1 -> new RowEdit.Deleted();
                default -> new RowEdit.Updated(columns.isEmpty() ? Set.of() : Set.of(random.nextBoolean() ? "x" : "y"));
            };
            alive = !(edit instanceof RowEdit.Deleted);
            edits.add(edit);
        }
        Map<String, SqlValue> values = new TreeMap<>();
        site.state.cells().forEach((column, cell) -> values.put(column, cell.value()));
        columns.forEach(column -> values.put(column, VALUES.get(random.nextInt(VALUES.size()))));
        LocalRow result = LocalRow.replay(ROW, site.state, edits, values, site.id, site.version + 1, 0);
        site.state = result.after();
        if (!result.changes().isEmpty()) {
            site.version++;
            sets.add(ChangeSet.whole(site.id, "site", site.version, ChangeSet.UNKNOWN_TIME, result.changes()));
        }
    }

    static RowState merge(RowState state, ChangeSet set) {
        RowState merged = state;
        for (Change change : set.changes()) {
            merged = merged.merge(change, set.origin(change));
        }
        return merged;
    }

    static RowState mergeAll(Iterable<ChangeSet> sets) {
        @Nullable RowState merged = RowState.UNKNOWN;
        for (ChangeSet set : sets) {
            merged = merge(merged, set);
        }
        return merged;
    }
}
