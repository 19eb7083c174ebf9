package dev.gridlock.store.crdt;

import dev.gridlock.store.value.SqlValue;

/**
 * One change of one column, or of the life of a row, as it travels between nodes.
 *
 * @param row the row concerned
 * @param column the column, or {@link #SENTINEL} when the change is about the row's life
 * @param value the new value; {@link SqlValue#NULL} for a sentinel
 * @param columnVersion how often the column was written in this life of the row, from 1; equal to the causal length for a
 *     sentinel
 * @param causalLength the life of the row that the change belongs to, from 1: odd is alive, even is deleted
 * @param seq the place of the change in its transaction, from 0
 */
public record Change(RowKey row, String column, SqlValue value, long columnVersion, long causalLength, long seq) {
    /** The column name of a change about the row's life (cr-sqlite's sentinel). */
    public static final String SENTINEL = "-1";

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException when a number is out of bounds, or a column is written in a deleted life
     */
    public Change {
        if (columnVersion < 1 || causalLength < 1 || seq < 0) {
            throw new IllegalArgumentException("found column version " + columnVersion + ", causal length "
                    + causalLength + ", seq " + seq + " for " + row + ", expected at least 1, 1 and 0");
        }
        if (causalLength % 2 == 0 && !column.equals(SENTINEL)) {
            throw new IllegalArgumentException("found a write of column " + column + " of " + row
                    + " with the even causal length " + causalLength + ", expected an odd one");
        }
    }

    /** Whether the change is about the row's life and carries no column. */
    public boolean isSentinel() {
        return column.equals(SENTINEL);
    }
}
