package dev.gridlock.store.membership;

import dev.gridlock.store.config.SwimConfig;
import java.util.List;

/**
 * One message on the wire. That it was sent says that the sender is alive at its incarnation.
 *
 * @param incarnation the sender's own
 * @param updates claims that ride along, most urgent first; with a feed at most {@link SwimConfig#maxUpdatesPerMessage()} in all
 */
public record Envelope(MemberId sender, long incarnation, SwimMessage message, List<MemberUpdate> updates) {

    /** @throws IllegalArgumentException when the incarnation is negative */
    public Envelope {
        if (incarnation < 0) {
            throw new IllegalArgumentException("found incarnation " + incarnation + ", expected 0 or more");
        }
        updates = List.copyOf(updates);
    }

    MemberUpdate senderIsAlive() {
        return new MemberUpdate(sender, incarnation, MemberState.ALIVE);
    }
}
