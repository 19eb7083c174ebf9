package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;

/**
 * The decisions of the gossip that a real store got wrong, so that each can be made wrong on purpose.
 *
 * @param fanOut peers told in one round
 * @param shed what the seen cache forgets when a full queue drops a change set
 * @param failedBatch what becomes of a batch in which something cannot be applied
 */
public record GossipRules(FanOut fanOut, Shed shed, FailedBatch failedBatch) {
    /** All of them right. */
    public static final GossipRules HEALTHY =
            new GossipRules(FanOut::healthy, (victim, incoming) -> victim, FailedBatch.APPLY_THE_REST);

    /** Under which actor the seen cache forgets a version that was dropped. */
    @FunctionalInterface
    public interface Shed {
        /**
         * Whose version is forgotten.
         *
         * @param victim the actor of the dropped change set
         * @param incoming the actor of the one that made it necessary
         */
        ActorId forgets(ActorId victim, ActorId incoming);
    }

    /** What becomes of a batch in which something cannot be applied. */
    public enum FailedBatch {
        /** The rest is applied, and what failed may come again. */
        APPLY_THE_REST,
        /** All of it is dropped and stays in the seen cache. */
        DROP_AND_REMEMBER
    }
}
