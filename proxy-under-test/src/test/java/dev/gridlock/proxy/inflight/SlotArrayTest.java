package dev.gridlock.proxy.inflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SlotArrayTest {

    @Test
    void holdsAsManyValuesAsItHasSlotsAndThenSaysNo() {
        var slots = new SlotArray<String>(2);
        long a = slots.claim("a").orElseThrow();
        slots.claim("b").orElseThrow();

        assertThat(slots.claim("c")).isEmpty();
        assertThat(slots.release(a)).isTrue();
        assertThat(slots.claim("d")).isPresent();
        assertThat(values(slots)).containsExactly("d", "b");
    }

    @Test
    void aHandleWorksOnceEvenWhenItsSlotHasANewValue() {
        var slots = new SlotArray<String>(1);
        long first = slots.claim("first").orElseThrow();
        assertThat(slots.release(first)).isTrue();
        slots.claim("second").orElseThrow();

        assertThat(slots.release(first)).isFalse();
        assertThat(values(slots)).containsExactly("second");
    }

    @Test
    void refusesToHaveNoSlots() {
        assertThatThrownBy(() -> new SlotArray<String>(0)).hasMessage("slots is 0, expected at least 1.");
    }

    /** Eight threads claim and release; every value is seen by its owner alone, and all slots are free in the end. */
    @Test
    void losesAndDoublesNothingUnderContention() throws InterruptedException {
        int threads = 8;
        int rounds = 20_000;
        var slots = new SlotArray<long[]>(4);
        var faults = new ConcurrentLinkedQueue<String>();
        var start = new CountDownLatch(1);
        var workers = new ArrayList<Thread>();
        for (int number = 0; number < threads; number++) {
            workers.add(Thread.ofPlatform().start(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                for (int round = 0; round < rounds; round++) {
                    var handle = slots.claim(new long[1]);
                    if (handle.isPresent() && !slots.release(handle.getAsLong())) {
                        faults.add("a fresh handle was refused");
                    }
                }
            }));
        }
        start.countDown();
        for (Thread worker : workers) {
            worker.join();
        }

        assertThat(faults).isEmpty();
        var inside = new ArrayList<long[]>();
        slots.forEach(inside::add);
        assertThat(inside).isEmpty();
        for (int slot = 0; slot < 4; slot++) {
            assertThat(slots.claim(new long[1])).as("slot %d", slot).isPresent();
        }
        assertThat(slots.claim(new long[1])).isEmpty();
    }

    private static List<String> values(SlotArray<String> slots) {
        var values = new ArrayList<String>();
        slots.forEach(values::add);
        return values;
    }
}
