package dev.gridlock.store.membership;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The last claim that stands for each other node: at most one for an actor and one for an address. */
final class MemberTable {
    private final TreeMap<ActorId, MemberUpdate> byActor = new TreeMap<>();
    /** Only looked up, never iterated. */
    private final Map<Endpoint, ActorId> byAddress = new HashMap<>();

    private int active;

    /** What became of a claim. */
    sealed interface Outcome {
        /** It stands now. {@code replaced}: what stood before, the same actor's first; two when it took another one's address. */
        record Applied(List<MemberUpdate> replaced) implements Outcome {}

        /** Something else stands against it, or says the same. */
        record Refused(MemberUpdate held) implements Outcome {}
    }

    Outcome apply(MemberUpdate update) {
        List<MemberUpdate> contenders = contenders(update.id());
        for (MemberUpdate held : contenders) {
            if (!update.overrides(held)) {
                return new Outcome.Refused(held);
            }
        }
        contenders.forEach(this::remove);
        byActor.put(update.id().actor(), update);
        byAddress.put(update.id().address(), update.id().actor());
        active += update.state().isActive() ? 1 : 0;
        return new Outcome.Applied(contenders);
    }

    private List<MemberUpdate> contenders(MemberId id) {
        List<MemberUpdate> found = new ArrayList<>(2);
        MemberUpdate sameActor = byActor.get(id.actor());
        if (sameActor != null) {
            found.add(sameActor);
        }
        ActorId there = byAddress.get(id.address());
        if (there != null && !there.equals(id.actor())) {
            atActor(there).ifPresent(found::add);
        }
        return found;
    }

    void remove(MemberUpdate held) {
        byActor.remove(held.id().actor());
        byAddress.remove(held.id().address());
        active -= held.state().isActive() ? 1 : 0;
    }

    /** The claim about exactly this identity. */
    Optional<MemberUpdate> at(MemberId id) {
        return atActor(id.actor()).filter(held -> held.id().equals(id));
    }

    Optional<MemberUpdate> atActor(ActorId actor) {
        return Optional.ofNullable(byActor.get(actor));
    }

    boolean isActive(MemberId id) {
        return at(id).filter(held -> held.state().isActive()).isPresent();
    }

    int activeCount() {
        return active;
    }

    /** Members of the cluster, this node included. */
    int clusterSize() {
        return active + 1;
    }

    /** By actor. */
    List<MemberUpdate> all() {
        return List.copyOf(byActor.values());
    }

    /** By actor. */
    List<MemberUpdate> withActivity(boolean wanted) {
        return byActor.values().stream()
                .filter(held -> held.state().isActive() == wanted)
                .toList();
    }
}
