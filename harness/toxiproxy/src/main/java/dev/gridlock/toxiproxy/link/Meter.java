package dev.gridlock.toxiproxy.link;

/** Counts the bytes of one direction of a proxy. Thread-safe. */
public interface Meter {
    /** Bytes came from the sender's side. */
    void received(int bytes);

    /** Bytes were handed to the receiver's side. */
    void sent(int bytes);
}
