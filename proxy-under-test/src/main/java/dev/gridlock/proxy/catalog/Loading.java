package dev.gridlock.proxy.catalog;

/** Which applications a catalog keeps. */
public enum Loading {
    /** All that the store has. */
    EAGER,
    /** Those that a request has asked for. */
    LAZY
}
