package dev.gridlock.store.membership;

/** What is to be done at a later time. */
sealed interface Timer {

    /** Judge the last probe and begin the next. */
    record Probe() implements Timer {}

    /** No direct answer yet: ask helpers. */
    record AskOthers(long number) implements Timer {}

    /** A suspicion that nobody refuted. */
    record SuspicionOver(MemberId id, long incarnation) implements Timer {}

    /** Send pending updates. */
    record Gossip() implements Timer {}

    /** Ask active members whom they know. */
    record Announce() implements Timer {}

    /** Call members that are absent. */
    record AnnounceToDown() implements Timer {}

    /** Call bootstrap addresses, if nobody is known. */
    record Bootstrap() implements Timer {}

    /** Forget a member that has been down for long. */
    record Forget(MemberId id) implements Timer {}
}
