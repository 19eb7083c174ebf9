package dev.gridlock.proxy.feed;

import java.util.List;

/** One line of a query's or a subscription's answer. Cells are texts; a cell that is null in the store is the empty text. */
sealed interface FeedEvent {

    /** The names of the columns; precedes the rows. */
    record Columns(List<String> names) implements FeedEvent {}

    /** A row of the result as it is now. */
    record Row(List<String> cells) implements FeedEvent {}

    /**
     * The result is complete.
     *
     * @param changeId number of the last change that is in it, 0 if there was none or the answer is to a query
     */
    record EndOfQuery(long changeId) implements FeedEvent {}

    /**
     * A row has changed.
     *
     * @param kind insert, update or delete
     * @param cells the row after the change; before it for a delete
     * @param changeId number of the change, without gaps within a subscription
     */
    record Change(ChangeKind kind, List<String> cells, long changeId) implements FeedEvent {}

    /** The store has given up on this answer. */
    record Failure(String message) implements FeedEvent {}

    /** What a change did to its row. */
    enum ChangeKind {
        INSERT,
        UPDATE,
        DELETE
    }
}
