package dev.gridlock.store.storage;

/** Who wants to write. Earlier ones go first, as long as the configuration asks for priorities. */
public enum WritePriority {
    /** A client that waits for its transaction. */
    CLIENT("priority"),
    /** Change sets of other nodes. */
    APPLY("normal"),
    /** Upkeep that nobody waits for. */
    BACKGROUND("low");

    private final String queue;

    WritePriority(String queue) {
        this.queue = queue;
    }

    /** The name of the queue in metrics, as Corrosion has it. */
    public String queue() {
        return queue;
    }
}
