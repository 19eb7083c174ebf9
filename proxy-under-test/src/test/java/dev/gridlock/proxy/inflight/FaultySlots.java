package dev.gridlock.proxy.inflight;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A twin of {@link SlotArray} that lacks what that one has and the first LockFreeArray had not: its tag has as few bits as one
 * likes, none for the original, and its handles are bare indices if so wished. It is here to fail the checks that
 * {@link SlotArray} passes.
 */
final class FaultySlots<T> {

    private static final long INDEX_MASK = 0xffff_ffffL;

    private final long tagMask;
    private final boolean withGenerations;
    private final AtomicReferenceArray<T> values;
    private final AtomicIntegerArray next;
    private final AtomicIntegerArray generations;
    private final AtomicLong head = new AtomicLong();

    FaultySlots(int slots, int tagBits, boolean withGenerations) {
        tagMask = (1L << tagBits) - 1;
        this.withGenerations = withGenerations;
        values = new AtomicReferenceArray<>(slots);
        next = new AtomicIntegerArray(slots);
        generations = new AtomicIntegerArray(slots);
        for (int slot = 0; slot < slots; slot++) {
            next.set(slot, slot + 1);
        }
    }

    OptionalLong claim(T value) {
        return claim(value, () -> {});
    }

    /** {@code meanwhile} runs between the look at the head and its exchange: what other threads do in that time. */
    OptionalLong claim(T value, Runnable meanwhile) {
        while (true) {
            long seen = head.get();
            int slot = (int) (seen & INDEX_MASK);
            if (slot == values.length()) {
                return OptionalLong.empty();
            }
            int after = next.get(slot);
            meanwhile.run();
            if (head.compareAndSet(seen, retagged(seen, after))) {
                values.set(slot, value);
                return OptionalLong.of(((long) generations.get(slot) << 32) | slot);
            }
        }
    }

    boolean release(long handle) {
        int slot = (int) (handle & INDEX_MASK);
        int generation = (int) (handle >>> 32);
        if (withGenerations && !generations.compareAndSet(slot, generation, generation + 1)) {
            return false;
        }
        if (values.getAndSet(slot, null) == null) {
            return false;
        }
        while (true) {
            long seen = head.get();
            next.set(slot, (int) (seen & INDEX_MASK));
            if (head.compareAndSet(seen, retagged(seen, slot))) {
                return true;
            }
        }
    }

    T value(int slot) {
        return values.get(slot);
    }

    private long retagged(long seen, int slot) {
        return ((((seen >>> 32) + 1) & tagMask) << 32) | slot;
    }
}
