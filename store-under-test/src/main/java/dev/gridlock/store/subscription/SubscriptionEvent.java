package dev.gridlock.store.subscription;

import dev.gridlock.store.value.SqlValue;
import java.util.List;
import java.util.Locale;

/** One thing that a reader of a subscription is told. Immutable. */
public sealed interface SubscriptionEvent {

    /** The names of the result's columns; first event of a snapshot. */
    record Columns(List<String> names) implements SubscriptionEvent {
        public Columns {
            names = List.copyOf(names);
        }
    }

    /**
     * A row of the snapshot.
     *
     * @param rowId identifies the row within the subscription, from 1
     * @param cells in the order of the columns
     */
    record Row(long rowId, List<SqlValue> cells) implements SubscriptionEvent {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    /**
     * The end of the snapshot.
     *
     * @param seconds time that the query took
     * @param changeId number of the last change that the snapshot includes, 0 when there was none
     */
    record EndOfQuery(double seconds, long changeId) implements SubscriptionEvent {}

    /**
     * A change of the result.
     *
     * @param kind what happened to the row
     * @param rowId identifies the row within the subscription
     * @param cells the new cells; the last ones for a deletion
     * @param changeId number of the change, without holes, from 1
     * @param update id of the update behind it; not part of the wire format
     */
    record Change(Kind kind, long rowId, List<SqlValue> cells, long changeId, String update)
            implements SubscriptionEvent {
        public Change {
            cells = List.copyOf(cells);
        }
    }

    /**
     * A row of a table has changed.
     *
     * @param alive whether it is there now
     * @param key the values of its primary key
     */
    record Notification(boolean alive, List<SqlValue> key) implements SubscriptionEvent {
        public Notification {
            key = List.copyOf(key);
        }
    }

    /** What happened to a row of the result. */
    enum Kind {
        INSERT,
        UPDATE,
        DELETE;

        /** The name on the wire. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The subscription cannot go on; last event. */
    record Failure(String message) implements SubscriptionEvent {}
}
