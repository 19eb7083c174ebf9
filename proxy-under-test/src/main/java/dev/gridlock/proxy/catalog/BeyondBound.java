package dev.gridlock.proxy.catalog;

/** What becomes of a client's request when the catalog may be further behind its store than the staleness bound. */
public enum BeyondBound {
    /** It is served from the catalog, and the answer says how old that is. */
    SERVE,
    /** It is answered with 503. */
    REFUSE
}
