package dev.gridlock.store.membership;

/**
 * A claim about a member, as it is stored and as it is passed on.
 *
 * @param incarnation from 0; only the member itself raises it, to refute a suspicion
 */
public record MemberUpdate(MemberId id, long incarnation, MemberState state) {

    /** @throws IllegalArgumentException when the incarnation is negative */
    public MemberUpdate {
        if (incarnation < 0) {
            throw new IllegalArgumentException("found incarnation " + incarnation + ", expected 0 or more");
        }
    }

    /**
     * Whether this claim replaces the one held (Das, Gupta, Motivala 2002, section 4.2): down ends an identity, suspicion wins over
     * alive of the same incarnation, and only a higher incarnation clears it. A newer identity replaces an older one in any state.
     *
     * @throws IllegalArgumentException when the two are about different members
     */
    public boolean overrides(MemberUpdate held) {
        if (!id.contendsWith(held.id)) {
            throw new IllegalArgumentException(
                    "found claims about " + id + " and " + held.id + ", expected one member");
        }
        if (!id.equals(held.id)) {
            return id.supersedes(held.id);
        }
        if (held.state == MemberState.DOWN) {
            return false;
        }
        return switch (state) {
            case ALIVE -> incarnation > held.incarnation;
            case SUSPECT ->
                held.state == MemberState.ALIVE ? incarnation >= held.incarnation : incarnation > held.incarnation;
            case DOWN -> true;
        };
    }

    MemberUpdate as(MemberState other) {
        return new MemberUpdate(id, incarnation, other);
    }
}
