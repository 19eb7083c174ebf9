package dev.gridlock.proxy.inflight;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/** Which handles each of a few threads has, and which one it had last. The numbers of threads begin at 0. */
final class SlotUsers {

    /** No handle. */
    static final long NONE = -1;

    private static final int THREADS = 4;

    private final int slots;
    private final long[][] held;
    private final long[] released = new long[THREADS];

    SlotUsers(int slots) {
        this.slots = slots;
        held = new long[THREADS][slots];
        for (long[] each : held) {
            Arrays.fill(each, NONE);
        }
        Arrays.fill(released, NONE);
    }

    /** The thread has claimed. Returns the handle, or {@link #NONE}. */
    long took(int thread, OptionalLong handle) {
        if (handle.isEmpty()) {
            return NONE;
        }
        long[] mine = held[thread];
        for (int place = 0; place < slots; place++) {
            if (mine[place] == NONE) {
                mine[place] = handle.getAsLong();
                return mine[place];
            }
        }
        throw new IllegalStateException("One thread was given more slots than there are.");
    }

    /** Releases the handle that the thread has had for longest; false if it has none, or {@code release} says so. */
    boolean releaseOldest(int thread, LongPredicate release) {
        long[] mine = held[thread];
        long oldest = mine[0];
        System.arraycopy(mine, 1, mine, 0, slots - 1);
        mine[slots - 1] = NONE;
        if (oldest == NONE) {
            return false;
        }
        released[thread] = oldest;
        return release.test(oldest);
    }

    /** Releases once more the handle that the thread has released last; false if there is none, or {@code release} says so. */
    boolean releaseAgain(int thread, LongPredicate release) {
        return released[thread] != NONE && release.test(released[thread]);
    }

    /** Claims what is free, and throws unless that and the slots that are held are all there are, each once. */
    void requireAllThere(Supplier<OptionalLong> claim) {
        var all = new ArrayList<Integer>();
        for (int i = 0; i <= slots; i++) {
            claim.get().ifPresent(handle -> all.add(slotOf(handle)));
        }
        for (long[] each : held) {
            for (long handle : each) {
                if (handle != NONE) {
                    all.add(slotOf(handle));
                }
            }
        }
        if (all.size() != slots || all.stream().distinct().count() != slots) {
            throw new IllegalStateException(
                    "Free and held are the slots " + all + ", expected each of " + slots + " once.");
        }
    }

    static int slotOf(long handle) {
        return (int) handle;
    }

    /** Equal for equal holdings. */
    String state() {
        return Arrays.deepToString(held) + Arrays.toString(released);
    }
}
