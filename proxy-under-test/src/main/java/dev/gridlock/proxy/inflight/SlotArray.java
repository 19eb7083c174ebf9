package dev.gridlock.proxy.inflight;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

/**
 * A fixed number of slots for values that come and go, with a free list. Thread-safe and lock-free: claiming, releasing
 * and reading never wait for another thread.
 *
 * <p>Algorithm: that of J. Goldstein's LockFreeArray (https://yeet.cx/blog/lock-free-rust, 2025), mended. The free slots form
 * a stack through {@code next}; its head carries a tag beside the index, raised by every push and pop, so that a thread
 * which slept between reading and exchanging the head cannot bring back an old stack. (The first version had no tag, and gave
 * one slot away twice.) A handle carries the generation of its slot, raised by every release, so that a handle used too late
 * finds another generation and not somebody else's value. Nobody has a handle before the slot holds its value.
 *
 * <p>Bounds: a tag comes round after 2^32 pushes and pops, which harms a thread only if exactly so many, or a multiple,
 * happen while it sleeps between those two steps; a generation comes round after 2^32 releases of its slot. A release that is
 * under way has ended its handle and not yet freed the slot: a claim at that moment may still say that all are taken. Apart
 * from that, claims and releases are linearizable.
 *
 * @param <T> what a slot holds
 */
public final class SlotArray<T> {

    private static final long INDEX_MASK = 0xffff_ffffL;

    private final AtomicReferenceArray<T> values;
    private final AtomicIntegerArray next;
    private final AtomicIntegerArray generations;
    private final AtomicLong head = new AtomicLong();
    /** No slot from here on has ever been taken. */
    private final AtomicInteger unused = new AtomicInteger();

    /**
     * All slots free.
     *
     * @param slots at least 1
     */
    public SlotArray(int slots) {
        this(slots, 0);
    }

    /** The same with the tag that the head has at first, so that it need not be long until it wraps. */
    SlotArray(int slots, int firstTag) {
        if (slots < 1) {
            throw new IllegalArgumentException("slots is " + slots + ", expected at least 1.");
        }
        values = new AtomicReferenceArray<>(slots);
        next = new AtomicIntegerArray(slots);
        generations = new AtomicIntegerArray(slots);
        for (int slot = 0; slot < slots; slot++) {
            next.set(slot, slot + 1);
        }
        head.set((long) firstTag << 32);
    }

    /** Puts {@code value} into a free slot and returns the handle to release it by; empty if every slot is taken. */
    public OptionalLong claim(T value) {
        while (true) {
            long seen = head.get();
            int slot = (int) (seen & INDEX_MASK);
            if (slot == values.length()) {
                return OptionalLong.empty();
            }
            if (head.compareAndSet(seen, retagged(seen, next.get(slot)))) {
                if (slot >= unused.get()) {
                    unused.accumulateAndGet(slot + 1, Math::max);
                }
                values.set(slot, value);
                return OptionalLong.of(((long) generations.get(slot) << 32) | slot);
            }
        }
    }

    /**
     * Empties the slot that {@code handle} stands for; false, and nothing done, if it has been released before.
     *
     * @param handle from {@link #claim} of this array; any other long has no meaning here
     * @throws IndexOutOfBoundsException if no slot of this array has such a handle
     */
    public boolean release(long handle) {
        int slot = (int) (handle & INDEX_MASK);
        int generation = (int) (handle >>> 32);
        if (!generations.compareAndSet(slot, generation, generation + 1)) {
            return false;
        }
        values.set(slot, null);
        while (true) {
            long seen = head.get();
            next.set(slot, (int) (seen & INDEX_MASK));
            if (head.compareAndSet(seen, retagged(seen, slot))) {
                return true;
            }
        }
    }

    /**
     * Calls {@code reader} with each value that is found, in the order of the slots. Not a snapshot: a value that comes or
     * goes meanwhile may be seen or not, one that was there throughout is seen once.
     */
    public void forEach(Consumer<? super T> reader) {
        for (int slot = 0; slot < unused.get(); slot++) {
            T value = values.get(slot);
            if (value != null) {
                reader.accept(value);
            }
        }
    }

    private static long retagged(long head, int slot) {
        return (((head >>> 32) + 1) << 32) | slot;
    }
}
