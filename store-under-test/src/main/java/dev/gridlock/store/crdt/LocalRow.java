package dev.gridlock.store.crdt;

import dev.gridlock.store.value.SqlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The effect of one local transaction on one row: the new state, and the changes that tell other nodes.
 *
 * @param after the state once the transaction has committed
 * @param changes in ascending seq; empty when the edits cancel out
 */
public record LocalRow(RowState after, List<Change> changes) {
    public LocalRow {
        changes = List.copyOf(changes);
    }

    /**
     * Replays the edits of one transaction on one row.
     *
     * @param row the row
     * @param before its state before the transaction
     * @param edits in statement order
     * @param values the columns' values at the end of the transaction; unused when the row ends deleted
     * @param actor the local actor
     * @param version the transaction's number
     * @param firstSeq the seq of the first change made here
     */
    public static LocalRow replay(
            RowKey row,
            RowState before,
            List<RowEdit> edits,
            Map<String, SqlValue> values,
            ActorId actor,
            long version,
            long firstSeq) {
        Draft draft = new Draft(before);
        edits.forEach(draft::apply);
        return draft.finish(row, before, values, actor, version, firstSeq);
    }

    /** Column versions while the edits are replayed. Values come last, since only the final ones matter. */
    private static final class Draft {
        private long causalLength;
        private boolean lifeChanged;
        private final SortedMap<String, Long> columnVersions = new TreeMap<>();
        private final SortedSet<String> written = new TreeSet<>();

        Draft(RowState before) {
            causalLength = before.causalLength();
            before.cells().forEach((column, cell) -> columnVersions.put(column, cell.columnVersion()));
        }

        void apply(RowEdit edit) {
            switch (edit) {
                case RowEdit.Inserted inserted -> {
                    beAlive();
                    inserted.columns().forEach(this::write);
                }
                case RowEdit.Updated updated -> {
                    // a row written past the store has no life yet: its first edit begins one
                    beAlive();
                    updated.columns().forEach(this::write);
                }
                case RowEdit.Deleted ignored -> {
                    if (causalLength == 0) {
                        turn();
                    }
                    if (causalLength % 2 == 1) {
                        turn();
                    }
                }
            }
        }

        private void beAlive() {
            if (causalLength % 2 == 0) {
                turn();
            }
        }

        private void turn() {
            causalLength++;
            lifeChanged = true;
            columnVersions.clear();
            written.clear();
        }

        private void write(String column) {
            columnVersions.merge(column, 1L, Long::sum);
            written.add(column);
        }

        LocalRow finish(
                RowKey row, RowState before, Map<String, SqlValue> values, ActorId actor, long version, long firstSeq) {
            List<Change> changes = new ArrayList<>();
            long seq = firstSeq;
            Origin sentinel = lifeChanged ? null : before.sentinel();
            if (lifeChanged && announcesLife()) {
                sentinel = new Origin(actor, version, seq);
                changes.add(new Change(row, Change.SENTINEL, SqlValue.Null.VALUE, causalLength, causalLength, seq++));
            }
            SortedMap<String, Cell> cells = new TreeMap<>(lifeChanged ? Map.of() : before.cells());
            for (String column : written) {
                SqlValue value = valueOf(column, values, row);
                long columnVersion = columnVersions.getOrDefault(column, 1L);
                cells.put(column, new Cell(value, columnVersion, new Origin(actor, version, seq)));
                changes.add(new Change(row, column, value, columnVersion, causalLength, seq++));
            }
            return new LocalRow(new RowState(causalLength, sentinel, cells), changes);
        }

        /** A first life needs no announcement, its columns tell of it; unless the table has only its key. */
        private boolean announcesLife() {
            return causalLength > 1 || written.isEmpty();
        }

        private static SqlValue valueOf(String column, Map<String, SqlValue> values, RowKey row) {
            @Nullable SqlValue value = values.get(column);
            if (value == null) {
                throw new AssertionError("no value for written column " + column + " of " + row);
            }
            return value;
        }
    }
}
