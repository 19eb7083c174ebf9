package dev.gridlock.store.membership;

import dev.gridlock.store.crdt.ActorId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Updates still to be passed on: one for each member, the least sent first, among those the oldest. */
final class UpdateBacklog {
    private static final class Pending {
        private final MemberUpdate update;
        private final long order;
        private int sent;

        Pending(MemberUpdate update, long order) {
            this.update = update;
            this.order = order;
        }
    }

    private static final Comparator<Pending> LEAST_SENT =
            Comparator.comparingInt((Pending p) -> p.sent).thenComparingLong(p -> p.order);

    private final TreeMap<ActorId, Pending> pending = new TreeMap<>();
    private long order;

    /** Replaces what was pending about the same actor. */
    void add(MemberUpdate update) {
        pending.put(update.id().actor(), new Pending(update, order++));
    }

    void remove(ActorId actor) {
        pending.remove(actor);
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    int size() {
        return pending.size();
    }

    /** Takes up to {@code most} updates for one message and drops those that have now been sent {@code transmissions} times. */
    List<MemberUpdate> take(int most, int transmissions) {
        List<Pending> taken =
                pending.values().stream().sorted(LEAST_SENT).limit(most).toList();
        List<MemberUpdate> updates = new ArrayList<>(taken.size());
        for (Pending one : taken) {
            updates.add(one.update);
            one.sent++;
            if (one.sent >= transmissions) {
                pending.remove(one.update.id().actor());
            }
        }
        return updates;
    }
}
