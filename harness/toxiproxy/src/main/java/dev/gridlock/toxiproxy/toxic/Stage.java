package dev.gridlock.toxiproxy.toxic;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One toxic at work on one direction of one connection. Items come in and leave in order.
 *
 * <p>Instants are nanoseconds since some origin, never negative and never going back from call to call. Not thread-safe.
 */
public interface Stage {
    /** The instant that never comes. */
    long NEVER = Long.MAX_VALUE;

    /** Whether {@link #take} may be called. */
    boolean wants();

    /** Takes the next item; after an {@link End} none follows. */
    void take(Item item, long now);

    /** The next item that may leave now, or null when none may. After an {@link End} nothing leaves. */
    @Nullable
    Item next(long now);

    /** The instant from which {@link #next} has something without anything being taken before; {@link #NEVER} when it depends. */
    long wakeAt();

    /**
     * The instant from which {@link #next} gives an urgent {@link End}, which must be let out although nothing else may leave;
     * {@link #NEVER} when it gives none, or when it depends.
     */
    default long urgentAt() {
        return NEVER;
    }

    /**
     * The toxic has new attributes; they hold for the items inside as well.
     *
     * @param attributes of the same type as before
     */
    void change(Attributes attributes, long now);

    /** The toxic is taken away: what was held leaves now, in order. Nothing else is called afterwards. */
    List<Item> release();
}
