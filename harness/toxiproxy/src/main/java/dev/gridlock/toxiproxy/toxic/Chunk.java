package dev.gridlock.toxiproxy.toxic;

import java.util.Objects;

/** Bytes that arrived together, or a part of them. Immutable, as long as nobody changes the array that it was made from. */
public final class Chunk implements Item {
    private final byte[] bytes;
    private final int from;
    private final int length;
    private final long arrived;

    private Chunk(byte[] bytes, int from, int length, long arrived) {
        this.bytes = bytes;
        this.from = from;
        this.length = length;
        this.arrived = arrived;
    }

    /**
     * All bytes of an array.
     *
     * @param bytes all of them, at least one; not copied
     * @param arrived the instant of their arrival, in nanoseconds
     */
    public static Chunk of(byte[] bytes, long arrived) {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("found an empty chunk, expected at least one byte");
        }
        return new Chunk(bytes, 0, bytes.length, arrived);
    }

    public byte[] bytes() {
        return bytes;
    }

    /** Where in {@link #bytes()} this chunk begins. */
    public int from() {
        return from;
    }

    /** In bytes, at least 1. */
    public int length() {
        return length;
    }

    /** The instant from which a delay counts, in nanoseconds. */
    public long arrived() {
        return arrived;
    }

    /** The same bytes with another instant of arrival. */
    Chunk arrivedAt(long instant) {
        return new Chunk(bytes, from, length, instant);
    }

    /** The first bytes, at least one of them. */
    Chunk first(int count) {
        Objects.checkFromIndexSize(0, count, length);
        return new Chunk(bytes, from, count, arrived);
    }

    /** All but the first bytes; at least one must remain. */
    Chunk without(int count) {
        Objects.checkIndex(count, length);
        return new Chunk(bytes, from + count, length - count, arrived);
    }
}
