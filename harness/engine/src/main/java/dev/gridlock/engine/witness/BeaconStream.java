package dev.gridlock.engine.witness;

import dev.gridlock.engine.fault.Way;

/**
 * Beacons that travel one way on connections that one side opens. On each way there are two such streams, as there are
 * requests, on connections that the sender has opened, and answers.
 *
 * @param way where they travel
 * @param dialled whether the connections are opened by the side that sends
 */
record BeaconStream(Way way, boolean dialled) {

    /** The stream that travels back on the same connections. */
    BeaconStream back() {
        return new BeaconStream(way.back(), !dialled);
    }

    @Override
    public String toString() {
        return way + (dialled ? "" : ", on connections from " + way.to());
    }
}
