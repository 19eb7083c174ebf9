package dev.gridlock.proxy.catalog;

/** What came of loading an application because a request asked for it. */
public sealed interface LoadResult {

    /** The application is in the catalog now. */
    record Inserted() implements LoadResult {}

    /**
     * The application could not be put into the catalog; the request can be served from what was fetched.
     *
     * @param entry belongs to the caller alone
     */
    record Fetched(ApplicationEntry entry) implements LoadResult {}

    /** The store has no such application. */
    record Absent() implements LoadResult {}

    /**
     * The store did not answer.
     *
     * @param reason a sentence
     */
    record StoreFailed(String reason) implements LoadResult {}
}
