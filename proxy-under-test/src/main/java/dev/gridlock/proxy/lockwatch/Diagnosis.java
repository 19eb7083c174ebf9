package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.inflight.FailureStreak;
import java.util.Map;
import java.util.Optional;

/**
 * What the looks at a lock say.
 *
 * @param kind what is the matter
 * @param blamed who is to blame, or suffers from it if that cannot be said; empty if nothing is wrong, or nobody is known
 * @param forNanos for how long it has been watched
 * @param explanation what else there is to know, in the order in which it is told
 */
record Diagnosis(StallKind kind, Optional<Blamed> blamed, long forNanos, Map<String, Object> explanation) {

    /**
     * An operation, or the attempts of a thread.
     *
     * @param key tells it from others
     * @param label what it is for
     * @param app the application concerned; empty if none or all
     * @param update the id of the update; empty if unknown
     */
    record Blamed(long key, String label, String app, String update) {

        static Blamed of(Seen seen) {
            return new Blamed(seen.number(), seen.label(), seen.app(), seen.update());
        }

        static Blamed of(FailureStreak streak) {
            // Below zero, where no operation has its number.
            return new Blamed(-streak.threadId(), streak.label(), streak.app(), streak.update());
        }
    }

    static Diagnosis nothing(StallKind kind) {
        return new Diagnosis(kind, Optional.empty(), 0, Map.of());
    }
}
