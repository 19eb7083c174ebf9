package dev.gridlock.proxy.catalog;

/**
 * A row of the {@code machines} table: one backend instance.
 *
 * @param id key
 * @param app the application it serves
 * @param region where it runs
 * @param address {@code host:port} of the host that answers for it; many machines may share one
 * @param state {@code started} if it takes requests
 * @param updateId the update that wrote the row last; empty if unknown
 */
public record Machine(String id, String app, String region, String address, String state, String updateId) {

    /** Whether the store says that it takes requests. */
    public boolean isStarted() {
        return state.equals("started");
    }
}
