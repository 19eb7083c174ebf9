package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Some actors, in ascending order. Immutable; small and quick to merge, because every broadcast carries one. */
final class ActorSet {
    static final ActorSet NONE = new ActorSet(new ActorId[0]);

    private final ActorId[] actors;

    private ActorSet(ActorId[] ascending) {
        this.actors = ascending;
    }

    static ActorSet of(Collection<ActorId> actors) {
        return new ActorSet(actors.stream().sorted().distinct().toArray(ActorId[]::new));
    }

    /** The actors of a list that should ascend, as every sender's does; sorted when it does not. */
    static ActorSet ofAscending(List<ActorId> actors) {
        for (int i = 1; i < actors.size(); i++) {
            if (actors.get(i - 1).compareTo(actors.get(i)) >= 0) {
                return of(actors);
            }
        }
        return new ActorSet(actors.toArray(ActorId[]::new));
    }

    boolean contains(ActorId actor) {
        return Arrays.binarySearch(actors, actor) >= 0;
    }

    int size() {
        return actors.length;
    }

    /** Ascending. */
    List<ActorId> asList() {
        return List.of(actors);
    }

    /** The actors of both. */
    ActorSet union(ActorSet other) {
        ActorId[] merged = new ActorId[actors.length + other.actors.length];
        int size = 0;
        int i = 0;
        int j = 0;
        while (i < actors.length || j < other.actors.length) {
            int order = i == actors.length ? 1 : j == other.actors.length ? -1 : actors[i].compareTo(other.actors[j]);
            merged[size++] = order <= 0 ? actors[i] : other.actors[j];
            i += order <= 0 ? 1 : 0;
            j += order >= 0 ? 1 : 0;
        }
        return size == actors.length ? this : new ActorSet(Arrays.copyOf(merged, size));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ActorSet set && Arrays.equals(actors, set.actors);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(actors);
    }

    @Override
    public String toString() {
        return Arrays.toString(actors);
    }
}
