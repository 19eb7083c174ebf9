package dev.gridlock.engine.check.linear;

import java.util.Arrays;

/**
 * Which calls have been taken into the order. Immutable. Nearly all early calls have, and nearly all late ones have not, so
 * only the words between are kept: what a configuration takes to remember grows with the number of clients, not with the
 * length of the history.
 */
final class TakenSet {

    private static final long FULL = -1L;

    /** Words before the first kept are full, those after the last are empty. */
    private final int first;

    private final long[] words;

    TakenSet() {
        this(0, new long[0]);
    }

    private TakenSet(int first, long[] words) {
        this.first = first;
        this.words = words;
    }

    TakenSet with(int call) {
        return changed(call >>> 6, word(call >>> 6) | 1L << call);
    }

    TakenSet without(int call) {
        return changed(call >>> 6, word(call >>> 6) & ~(1L << call));
    }

    private long word(int index) {
        if (index < first) {
            return FULL;
        }
        return index - first < words.length ? words[index - first] : 0;
    }

    private TakenSet changed(int index, long word) {
        int from = Math.min(first, index);
        int to = Math.max(first + words.length, index + 1);
        var all = new long[to - from];
        for (int i = from; i < to; i++) {
            all[i - from] = i == index ? word : word(i);
        }
        int begin = 0;
        while (begin < all.length && all[begin] == FULL) {
            begin++;
        }
        int end = all.length;
        while (end > begin && all[end - 1] == 0) {
            end--;
        }
        return new TakenSet(from + begin, Arrays.copyOfRange(all, begin, end));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TakenSet that && first == that.first && Arrays.equals(words, that.words);
    }

    @Override
    public int hashCode() {
        return 31 * first + Arrays.hashCode(words);
    }
}
