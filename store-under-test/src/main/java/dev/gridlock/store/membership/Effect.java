package dev.gridlock.store.membership;

import dev.gridlock.store.config.Endpoint;

/** What the caller of {@link Swim} is to do, or to know, in this order. */
public sealed interface Effect {

    /** Send it once, without waiting; a message that cannot be sent may be dropped. */
    record Send(Endpoint to, Envelope envelope) implements Effect {}

    /** A ping of ours was answered directly after so many nanoseconds. */
    record RoundTrip(MemberId member, long nanos) implements Effect {}

    /** A change that the node above may want to hear of; the names are those of Corrosion's {@code corro_swim_notification}. */
    sealed interface Notification extends Effect {
        /** Label for a metric or an event. */
        default String type() {
            return switch (this) {
                case MemberUp ignored -> "MemberUp";
                case MemberDown ignored -> "MemberDown";
                case Rename ignored -> "Rename";
                case Active ignored -> "Active";
                case Idle ignored -> "Idle";
                case Defunct ignored -> "Defunct";
                case Rejoin ignored -> "Rejoin";
            };
        }
    }

    /** The member takes part now. */
    record MemberUp(MemberId id) implements Notification {}

    /** The member takes part no more. */
    record MemberDown(MemberId id) implements Notification {}

    /**
     * A newer identity stands for an older one, with the same actor or the same address. {@link MemberUp} or {@link MemberDown} about
     * the current one follows only when that changes whether it takes part.
     */
    record Rename(MemberId previous, MemberId current) implements Notification {}

    /** There is at least one other member now. */
    record Active() implements Notification {}

    /** There is no other member now. */
    record Idle() implements Notification {}

    /** This node has left; nothing will happen any more. */
    record Defunct() implements Notification {}

    /** This node was declared down and goes on under a new identity. */
    record Rejoin(MemberId id) implements Notification {}
}
