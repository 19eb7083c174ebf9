package dev.gridlock.store.membership;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.SwimConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the effects of one call and fills messages with pending updates. */
final class Outbox {
    private final SwimConfig config;
    private final LocalMember self;
    private final MemberTable table;
    private final UpdateBacklog backlog;
    private List<Effect> effects = new ArrayList<>();

    Outbox(SwimConfig config, LocalMember self, MemberTable table, UpdateBacklog backlog) {
        this.config = config;
        this.self = self;
        this.table = table;
        this.backlog = backlog;
    }

    void add(Effect effect) {
        effects.add(effect);
    }

    /**
     * A message with updates. A member that is suspected is always told so, whatever the backlog holds, for it alone can refute
     * (the "buddy system" of Dadgar, Phillips, Currey 2018, section 4.3).
     */
    void send(MemberId to, SwimMessage message) {
        Optional<MemberUpdate> suspicion = table.at(to).filter(held -> held.state() == MemberState.SUSPECT);
        send(to, message, suspicion);
    }

    /** A message that brings {@code first} before other updates. */
    void send(MemberId to, SwimMessage message, Optional<MemberUpdate> first) {
        List<MemberUpdate> updates = new ArrayList<>();
        first.ifPresent(updates::add);
        int room = config.maxUpdatesPerMessage() - updates.size();
        for (MemberUpdate update : backlog.take(room, config.transmissions(table.clusterSize()))) {
            if (!updates.contains(update)) {
                updates.add(update);
            }
        }
        emit(to.address(), message, updates);
    }

    /** A message without updates: to somebody who may not listen to them, or one that is full. */
    void sendBare(Endpoint to, SwimMessage message) {
        emit(to, message, List.of());
    }

    private void emit(Endpoint to, SwimMessage message, List<MemberUpdate> updates) {
        effects.add(new Effect.Send(to, new Envelope(self.id(), self.incarnation(), message, updates)));
    }

    List<Effect> drain() {
        List<Effect> drained = List.copyOf(effects);
        effects = new ArrayList<>();
        return drained;
    }
}
