package dev.gridlock.store.membership;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws without replacement. */
final class RandomPick {
    private RandomPick() {}

    /** Up to {@code most} of them, in random order. */
    static <T> List<T> some(List<T> from, int most, RandomGenerator random) {
        List<T> drawn = new ArrayList<>(from);
        int count = Math.min(most, drawn.size());
        shuffle(drawn, count, random);
        return List.copyOf(drawn.subList(0, count));
    }

    /** Fisher-Yates for the first {@code count} places. */
    static <T> void shuffle(List<T> list, int count, RandomGenerator random) {
        for (int i = 0; i < count; i++) {
            Collections.swap(list, i, i + random.nextInt(list.size() - i));
        }
    }
}
