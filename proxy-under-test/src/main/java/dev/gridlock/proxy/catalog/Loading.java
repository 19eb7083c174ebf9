package dev.gridlock.proxy.catalog;

/** Which applications a catalog keeps. */
public enum Loading {
    /** All that the store has. */
    EAGER,
    /** Those that a request has asked for, kept current by the changes that the store tells. */
    LAZY,
    /** Those that a request has asked for, until the store tells a change: then the next request loads them anew. */
    LAZY_RELOAD
}
