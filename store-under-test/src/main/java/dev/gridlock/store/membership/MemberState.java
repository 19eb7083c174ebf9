package dev.gridlock.store.membership;

/** What the cluster thinks of a member. */
public enum MemberState {
    /** It answers. */
    ALIVE,
    /** Somebody got no answer from it; it counts as a member until the suspicion times out. */
    SUSPECT,
    /** It left, or did not refute a suspicion in time. The same identity never comes back from this. */
    DOWN;

    /** Whether the member takes part: alive or suspect. */
    public boolean isActive() {
        return this != DOWN;
    }
}
