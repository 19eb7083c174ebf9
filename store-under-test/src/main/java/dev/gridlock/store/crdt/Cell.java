package dev.gridlock.store.crdt;

import dev.gridlock.store.value.SqlValue;
import java.util.Comparator;

/**
 * One column of one row: its value, how often it was written in this life of the row, and by whom.
 *
 * <p>The natural order is the merge: the higher column version wins, then the larger value, then the larger site id. Version and
 * seq of the origin only make the order total; two different writes of one site never tie before them.
 */
public record Cell(SqlValue value, long columnVersion, Origin origin) implements Comparable<Cell> {
    private static final Comparator<Cell> ORDER = Comparator.comparingLong(Cell::columnVersion)
            .thenComparing(Cell::value)
            .thenComparing(Cell::origin);

    @Override
    public int compareTo(Cell other) {
        return ORDER.compare(this, other);
    }
}
