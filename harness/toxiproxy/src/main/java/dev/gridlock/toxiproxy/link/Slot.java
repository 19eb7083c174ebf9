package dev.gridlock.toxiproxy.link;

import dev.gridlock.toxiproxy.toxic.End;
import dev.gridlock.toxiproxy.toxic.Item;
import dev.gridlock.toxiproxy.toxic.Stage;
import java.util.ArrayDeque;

/** The place of a toxic in a pipeline: its stage, and what waits before it. Not thread-safe. */
final class Slot {
    final String toxic;
    private final ArrayDeque<Item> waiting = new ArrayDeque<>();
    Stage stage;
    private boolean ended;

    Slot(String toxic, Stage stage) {
        this.toxic = toxic;
        this.stage = stage;
    }

    /** Whether another item may come without piling up. After the end any may, and is lost. */
    boolean hasRoom() {
        return ended || (waiting.isEmpty() && stage.wants());
    }

    void put(Item item) {
        if (!ended) {
            ended = item instanceof End;
            waiting.add(item);
        }
    }

    /** Moves what waits into the stage, as far as it wants it, and tells whether anything moved. */
    boolean feed(long now) {
        boolean moved = false;
        while (!waiting.isEmpty() && stage.wants()) {
            stage.take(waiting.remove(), now);
            moved = true;
        }
        return moved;
    }

    Iterable<Item> waiting() {
        return waiting;
    }
}
