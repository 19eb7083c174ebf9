package dev.gridlock.proxy.route;

/**
 * What a request may be sent to, with its score.
 *
 * @param goal a machine, or a proxy
 * @param millis round trip to its region
 * @param requests that it answers for this proxy now
 * @param lastTurn when it was last chosen
 */
record Candidate<T>(T goal, double millis, int requests, long lastTurn) {

    /** Nearer comes first, then fewer requests, then the longest unused. */
    boolean isBetterThan(Candidate<?> other) {
        if (millis != other.millis) {
            return millis < other.millis;
        }
        return requests != other.requests ? requests < other.requests : lastTurn < other.lastTurn;
    }
}
