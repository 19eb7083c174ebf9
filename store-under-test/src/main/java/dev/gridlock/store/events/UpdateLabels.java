package dev.gridlock.store.events;

import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.value.SqlValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/**
 * Finds the id of the update behind a change set: the value written to the configured column, or {@code <node>:<version>} of the
 * committing node where there is none.
 *
 * @param column name of the column that holds the id of the last update of a row; empty for none
 */
public record UpdateLabels(String column) {

    /** The distinct ids of a change set, in order of first appearance; never empty. */
    public SequencedSet<String> of(ChangeSet set) {
        SequencedSet<String> labels = new LinkedHashSet<>();
        for (Change change : set.changes()) {
            if (isLabel(change)) {
                labels.add(text(change.value()));
            }
        }
        if (labels.isEmpty()) {
            labels.add(set.node() + ":" + set.version());
        }
        return labels;
    }

    /** The distinct ids of several change sets. */
    public SequencedSet<String> of(Collection<ChangeSet> sets) {
        SequencedSet<String> labels = new LinkedHashSet<>();
        sets.forEach(set -> labels.addAll(of(set)));
        return labels;
    }

    /** Each row that a change set touches with the id of the update behind it. */
    public Map<RowKey, String> byRow(ChangeSet set) {
        Map<RowKey, String> labels = new LinkedHashMap<>();
        String first = of(set).getFirst();
        for (Change change : set.changes()) {
            if (isLabel(change)) {
                labels.put(change.row(), text(change.value()));
            } else {
                labels.putIfAbsent(change.row(), first);
            }
        }
        return labels;
    }

    /** The tables of a change set, in order of first appearance. */
    public static List<String> tables(ChangeSet set) {
        return set.changes().stream().map(c -> c.row().table()).distinct().toList();
    }

    private boolean isLabel(Change change) {
        return change.column().equals(column)
                && !(change.value() instanceof SqlValue.Null)
                && !change.value().equals(SqlValue.of(""));
    }

    private static String text(SqlValue value) {
        return value instanceof SqlValue.Text text ? text.text() : value.toString();
    }
}
