package dev.gridlock.store.membership;

import java.util.List;

/** What one member says to another, besides the updates that ride along in the {@link Envelope}. */
public sealed interface SwimMessage {

    /** Asks to be taken in; answered with {@link Feed}. */
    record Announce() implements SwimMessage {}

    /** Active members, a random sample when there are more than a message holds. */
    record Feed(List<MemberUpdate> members) implements SwimMessage {
        public Feed {
            members = List.copyOf(members);
        }
    }

    /** Asks for an {@link Ack} with the same number. */
    record Ping(long number) implements SwimMessage {}

    /** Answers a {@link Ping}. */
    record Ack(long number) implements SwimMessage {}

    /** Asks a helper to ping {@code target} for the sender. */
    record PingRequest(MemberId target, long number) implements SwimMessage {}

    /** A helper pings for {@code origin}. */
    record IndirectPing(MemberId origin, long number) implements SwimMessage {}

    /** Answers an {@link IndirectPing}; the helper passes it on to {@code origin}. */
    record IndirectAck(MemberId origin, long number) implements SwimMessage {}

    /** A helper passes on the answer of {@code target}. */
    record ForwardedAck(MemberId target, long number) implements SwimMessage {}

    /** Nothing but the updates that ride along. */
    record Gossip() implements SwimMessage {}

    /**
     * Tells a node that its identity does not count here.
     *
     * @param refused the identity that is told; a node that no longer has it ignores the message
     * @param held what stands against it: the same identity, declared down, or a newer one
     */
    record TurnUndead(MemberId refused, MemberId held) implements SwimMessage {}
}
