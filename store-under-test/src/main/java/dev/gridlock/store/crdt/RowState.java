package dev.gridlock.store.crdt;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that a node knows of one row. Immutable.
 *
 * <p>States form a join semilattice under {@link #merge}: applying any set of changes, in any order, any number of times, ends
 * in the same state. That is what makes nodes converge.
 *
 * @param causalLength number of births and deaths: 0 never seen, odd alive, even deleted
 * @param sentinel who began this life or death; null when the row is in its first life, or when that change is still to come
 * @param cells the columns written in this life; a column without a cell has its default
 */
public record RowState(long causalLength, @Nullable Origin sentinel, SortedMap<String, Cell> cells) {

    /** A row that nobody has written. */
    public static final RowState UNKNOWN = new RowState(0, null, Collections.emptySortedMap());

    public RowState {
        cells = Collections.unmodifiableSortedMap(new TreeMap<>(cells));
    }

    /** Whether the row exists in its table. */
    public boolean isAlive() {
        return causalLength % 2 == 1;
    }

    /**
     * This state with one change of another node taken in.
     *
     * <p>A lower causal length loses outright. A higher one wins outright: what was known of the earlier life is dropped. Within
     * one life each column is decided by the order of {@link Cell}; a birth or death that two sites announced belongs to the
     * larger site id, so that every node names the same origin for it.
     */
    public RowState merge(Change change, Origin origin) {
        if (change.causalLength() < causalLength) {
            return this;
        }
        RowState life = change.causalLength() > causalLength
                ? new RowState(change.causalLength(), null, Collections.emptySortedMap())
                : this;
        return change.isSentinel() ? life.withSentinel(origin) : life.withCell(change, origin);
    }

    private RowState withSentinel(Origin origin) {
        if (sentinel != null && sentinel.compareTo(origin) >= 0) {
            return this;
        }
        return new RowState(causalLength, origin, cells);
    }

    private RowState withCell(Change change, Origin origin) {
        Cell incoming = new Cell(change.value(), change.columnVersion(), origin);
        Cell known = cells.get(change.column());
        if (known != null && known.compareTo(incoming) >= 0) {
            return this;
        }
        SortedMap<String, Cell> merged = new TreeMap<>(cells);
        merged.put(change.column(), incoming);
        return new RowState(causalLength, sentinel, merged);
    }
}
