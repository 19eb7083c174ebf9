package dev.gridlock.store.crdt;

import java.util.UUID;

/**
 * The identity of one database, drawn once and kept in it (cr-sqlite's site id). Ordered bytewise, unsigned: the last tie-break
 * of a merge.
 */
public record ActorId(UUID uuid) implements Comparable<ActorId> {

    /**
     * Reads the canonical text form.
     *
     * @throws IllegalArgumentException when the text is not a UUID
     */
    public static ActorId parse(String text) {
        return new ActorId(UUID.fromString(text));
    }

    @Override
    public int compareTo(ActorId other) {
        int high = Long.compareUnsigned(uuid.getMostSignificantBits(), other.uuid.getMostSignificantBits());
        return high != 0
                ? high
                : Long.compareUnsigned(uuid.getLeastSignificantBits(), other.uuid.getLeastSignificantBits());
    }

    @Override
    public String toString() {
        return uuid.toString();
    }
}
