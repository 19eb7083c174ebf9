package dev.gridlock.store.membership;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/** Timers by their deadline, equal ones in the order in which they were set. Deadlines may wrap around like {@code System.nanoTime()}. */
final class TimerQueue {
    private record Entry(long deadline, long order, Timer timer) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            long difference = deadline - other.deadline;
            return difference != 0 ? Long.signum(difference) : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long order;

    void set(long deadline, Timer timer) {
        entries.add(new Entry(deadline, order++, timer));
    }

    OptionalLong next() {
        Entry first = entries.peek();
        return first == null ? OptionalLong.empty() : OptionalLong.of(first.deadline);
    }

    /** Takes the first timer that is due. */
    Optional<Timer> poll(long now) {
        Entry first = entries.peek();
        if (first == null || first.deadline - now > 0) {
            return Optional.empty();
        }
        entries.remove();
        return Optional.of(first.timer);
    }

    void clear() {
        entries.clear();
    }
}
