package dev.gridlock.toxiproxy.link;

import dev.gridlock.toxiproxy.toxic.Attributes;
import dev.gridlock.toxiproxy.toxic.End;
import dev.gridlock.toxiproxy.toxic.Item;
import dev.gridlock.toxiproxy.toxic.PassingStage;
import dev.gridlock.toxiproxy.toxic.Stage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stages of one direction, in the order in which their toxics were added, and what is inside them. Stages are added, changed and
 * removed between two steps, so each item sees one set of toxics at each instant, and nothing is lost or overtaken.
 *
 * <p>Instants are those of {@link Stage}. Not thread-safe.
 */
final class Pipeline {
    /** Items that may wait to be sent; a few keep the sender busy, more would be beyond the reach of a new toxic. */
    private static final int SENDING = 2;

    private final List<Slot> slots = new ArrayList<>();
    private final ArrayDeque<Item> sending = new ArrayDeque<>();
    private boolean ended;

    /** Whether an item would leave at once: there is no toxic, and nothing before it. */
    boolean isTransparent() {
        return slots.isEmpty() && sending.isEmpty() && !ended;
    }

    /** Whether {@link #put} may be called. */
    boolean hasRoom() {
        return hasRoom(0);
    }

    private boolean hasRoom(int slot) {
        return slot < slots.size() ? slots.get(slot).hasRoom() : ended || sending.size() < SENDING;
    }

    /** Takes what came from the sender. After an {@link End} anything is lost. */
    void put(Item item) {
        put(0, item);
    }

    private void put(int slot, Item item) {
        if (slot < slots.size()) {
            slots.get(slot).put(item);
        } else if (!ended) {
            if (item instanceof End end) {
                ended = true;
                if (end.isUrgent()) {
                    sending.clear();
                }
            }
            sending.add(item);
        }
    }

    /** Moves all that may move now. */
    void advance(long now) {
        boolean moved;
        do {
            moved = false;
            for (int i = slots.size() - 1; i >= 0; i--) {
                Slot slot = slots.get(i);
                moved |= slot.feed(now);
                while (hasRoom(i + 1) || slot.stage.urgentAt() <= now) {
                    Item item = slot.stage.next(now);
                    if (item == null) {
                        break;
                    }
                    put(i + 1, item);
                    moved = true;
                }
            }
        } while (moved);
    }

    /** The next item to send, or null when there is none yet; {@link #advance} first. */
    @Nullable
    Item poll() {
        return sending.poll();
    }

    /**
     * When to {@link #advance} again although nothing was put or polled, in nanoseconds.
     *
     * @param now what was due before waits for room, not for time
     */
    long wakeAt(long now) {
        long earliest = Stage.NEVER;
        for (Slot slot : slots) {
            long at = slot.stage.wakeAt();
            if (at > now) {
                earliest = Math.min(earliest, at);
            }
        }
        return earliest;
    }

    /** The instant at which {@link #advance} finds an urgent end, {@link Stage#NEVER} when none is to be expected. */
    long urgentAt() {
        long earliest = Stage.NEVER;
        for (Slot slot : slots) {
            earliest = Math.min(earliest, slot.stage.urgentAt());
        }
        return earliest;
    }

    /** The urgent end that is to be sent next, or null when there is none. */
    @Nullable
    End urgentEnd() {
        return sending.peek() instanceof End end && end.isUrgent() ? end : null;
    }

    void add(String toxic, Stage stage) {
        slots.add(new Slot(toxic, stage));
    }

    /** The toxic has new attributes. */
    void change(String toxic, Attributes attributes, long now) {
        slots.get(indexOf(toxic)).stage.change(attributes, now);
    }

    /** Whether the toxic works on this connection. */
    boolean works(String toxic) {
        return !(slots.get(indexOf(toxic)).stage instanceof PassingStage);
    }

    /** Another stage takes the place of the toxic's; what the old one held comes before what waits for the new one. */
    void replace(String toxic, Stage stage, long now) {
        int index = indexOf(toxic);
        Slot old = slots.get(index);
        Slot slot = new Slot(toxic, stage);
        old.stage.release().forEach(slot::put);
        old.waiting().forEach(slot::put);
        slots.set(index, slot);
        slot.feed(now);
    }

    /** Removes the toxic; what it held and what waited for it goes on, in order. */
    void remove(String toxic) {
        int index = indexOf(toxic);
        Slot old = slots.remove(index);
        old.stage.release().forEach(item -> put(index, item));
        old.waiting().forEach(item -> put(index, item));
    }

    private int indexOf(String toxic) {
        for (int i = 0; i < slots.size(); i++) {
            if (slots.get(i).toxic.equals(toxic)) {
                return i;
            }
        }
        throw new IllegalStateException("no stage of toxic '" + toxic + "' in this pipeline");
    }
}
