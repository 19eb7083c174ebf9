package dev.gridlock.store.membership;

import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** This node: its identity, its incarnation, and when it may take a new identity. */
final class LocalMember {
    private final LongSupplier wallMillis;
    private final long renewalPauseNanos;
    private MemberId id;
    private long incarnation;
    private OptionalLong renewedAt = OptionalLong.empty();

    LocalMember(MemberId id, LongSupplier wallMillis, long renewalPauseNanos) {
        this.id = id;
        this.wallMillis = wallMillis;
        this.renewalPauseNanos = renewalPauseNanos;
    }

    MemberId id() {
        return id;
    }

    long incarnation() {
        return incarnation;
    }

    MemberUpdate alive() {
        return new MemberUpdate(id, incarnation, MemberState.ALIVE);
    }

    /** Goes above the incarnation that somebody else claims; says whether that was needed. */
    boolean refute(long suspected) {
        if (suspected < incarnation) {
            return false;
        }
        incarnation = suspected + 1;
        return true;
    }

    /**
     * Takes an identity newer than both the own and the one that stands against it. Two nodes that claim one actor or one address
     * would drive each other out without end, so a node does this at most once in a pause; a message in between is lost on it, and
     * its next message to the same peer will bring another.
     *
     * @return whether there is a new identity
     */
    boolean renew(MemberId against, long now) {
        if (renewedAt.isPresent() && now - renewedAt.getAsLong() < renewalPauseNanos) {
            return false;
        }
        renewedAt = OptionalLong.of(now);
        long newer = Math.max(id.bornAtMillis(), against.bornAtMillis()) + 1;
        id = id.bornAt(Math.max(newer, wallMillis.getAsLong()));
        incarnation = 0;
        return true;
    }
}
