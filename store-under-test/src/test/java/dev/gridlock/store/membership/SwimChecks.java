package dev.gridlock.store.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.SwimConfig;
import dev.gridlock.store.crdt.ActorId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What holds for one process in every history, whatever the network does. */
final class SwimChecks {
    private final SwimConfig config;
    private final Map<MemberUpdate, Integer> passedOn = new HashMap<>();
    private final Map<ActorId, MemberUpdate> last = new HashMap<>();
    private int largestCluster = 1;

    SwimChecks(SwimConfig config) {
        this.config = config;
    }

    /** Bounded messages, bounded dissemination; a member told of what is held against it does not count as dissemination. */
    void sending(Endpoint to, Envelope envelope) {
        int fed = envelope.message() instanceof SwimMessage.Feed feed
                ? feed.members().size()
                : 0;
        assertThat(envelope.updates().size() + fed).isLessThanOrEqualTo(config.maxUpdatesPerMessage());
        assertThat(new HashSet<>(envelope.updates())).hasSameSizeAs(envelope.updates());
        for (MemberUpdate update : envelope.updates()) {
            boolean aboutReceiver = update.id().address().equals(to);
            boolean farewell = update.id().equals(envelope.sender()) && update.state() == MemberState.DOWN;
            if (!aboutReceiver && !farewell) {
                int count = passedOn.merge(update, 1, Integer::sum);
                assertThat(count).as("%s passed on", update).isLessThanOrEqualTo(config.transmissions(largestCluster));
            }
        }
    }

    /** One actor, one address; a claim that stands is only ever replaced by one that overrides it. */
    void holding(Swim swim) {
        Set<Endpoint> addresses = new HashSet<>();
        for (MemberUpdate held : swim.all()) {
            assertThat(addresses.add(held.id().address()))
                    .as("one member at %s", held.id().address())
                    .isTrue();
            assertThat(held.id().contendsWith(swim.self().id())).isFalse();
            MemberUpdate before = last.put(held.id().actor(), held);
            if (before != null && !before.equals(held)) {
                assertThat(held.overrides(before))
                        .as("%s after %s", held, before)
                        .isTrue();
            }
        }
        // In one call the cluster may have grown and shrunk again.
        largestCluster = Math.max(largestCluster, swim.all().size() + 1);
    }
}
