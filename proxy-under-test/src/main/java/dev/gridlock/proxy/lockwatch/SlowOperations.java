package dev.gridlock.proxy.lockwatch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The last operations that were added, in a ring of fixed size. Lock-free: whoever reads misses one that is just put in. */
final class SlowOperations {

    private record Numbered(long number, SlowOperation operation) {}

    private final AtomicReferenceArray<Numbered> ring;
    private final AtomicLong added = new AtomicLong();

    SlowOperations(int capacity) {
        ring = new AtomicReferenceArray<>(capacity);
    }

    void add(SlowOperation operation) {
        long number = added.getAndIncrement();
        ring.set((int) (number % ring.length()), new Numbered(number, operation));
    }

    /** The latest last. */
    List<SlowOperation> last() {
        long end = added.get();
        var operations = new ArrayList<SlowOperation>();
        for (long number = Math.max(0, end - ring.length()); number < end; number++) {
            Numbered found = ring.get((int) (number % ring.length()));
            if (found != null && found.number() == number) {
                operations.add(found.operation());
            }
        }
        return operations;
    }
}
