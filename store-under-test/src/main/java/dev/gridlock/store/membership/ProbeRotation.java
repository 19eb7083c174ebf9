package dev.gridlock.store.membership;

import dev.gridlock.store.crdt.ActorId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Whose turn it is (Das, Gupta, Motivala 2002, section 4.3): round robin over a list that is shuffled after each round, newcomers at a
 * random place. Of n members each comes up again within 2n - 1 turns, newcomers aside.
 */
final class ProbeRotation {
    private final RandomGenerator random;
    private final List<ActorId> turns = new ArrayList<>();
    private int next;

    ProbeRotation(RandomGenerator random) {
        this.random = random;
    }

    void add(ActorId actor) {
        int place = random.nextInt(turns.size() + 1);
        turns.add(place, actor);
        if (place < next) {
            next++;
        }
    }

    void remove(ActorId actor) {
        int place = turns.indexOf(actor);
        if (place < 0) {
            return;
        }
        turns.remove(place);
        if (place < next) {
            next--;
        }
    }

    Optional<ActorId> next() {
        if (turns.isEmpty()) {
            return Optional.empty();
        }
        if (next >= turns.size()) {
            RandomPick.shuffle(turns, turns.size(), random);
            next = 0;
        }
        return Optional.of(turns.get(next++));
    }
}
