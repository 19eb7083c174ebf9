package dev.gridlock.proxy.inflight;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

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

    /** The handle that the thread has had for longest, and is about to release; or {@link #NONE}. */
    long oldest(int thread) {
        long[] mine = held[thread];
        long oldest = mine[0];
        System.arraycopy(mine, 1, mine, 0, slots - 1);
        mine[slots - 1] = NONE;
        if (oldest != NONE) {
            released[thread] = oldest;
        }
        return oldest;
    }

    /** The handle that the thread has released last, or {@link #NONE}. */
    long released(int thread) {
        return released[thread];
    }

    /** Throws unless the slots that are held and those that are free are all there are, each once. */
    void requireAllThere(List<Integer> free) {
        var all = new ArrayList<>(free);
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
