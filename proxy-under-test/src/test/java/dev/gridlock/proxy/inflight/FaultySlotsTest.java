package dev.gridlock.proxy.inflight;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * The flaws of the first LockFreeArray, step by step: what other threads do while one sleeps between its look at the head of the
 * free list and the exchange. The same steps with a tag and generations as {@link SlotArray} has them do no harm.
 */
class FaultySlotsTest {

    private static final int SLOTS = 4;

    @Test
    void withoutTagASleeperGivesAwayASlotThatIsTaken() {
        var slots = new FaultySlots<String>(SLOTS, 0, true);
        long sleepers =
                slots.claim("A", () -> claimTwoAndReleaseTheFirst(slots)).orElseThrow();
        assertThat(sleepers).isEqualTo(handle(1, 0));

        // Slot 1 has been B's all the time.
        assertThat(slots.value(1)).isEqualTo("B1");
        assertThat(slots.claim("C")).hasValue(handle(0, 1));
        assertThat(slots.value(1)).as("B's value is gone").isEqualTo("C");
    }

    @Test
    void withATagTheSleepersExchangeFailsAndItTakesTheNextFreeSlot() {
        var slots = new FaultySlots<String>(SLOTS, 31, true);
        long[] meanwhile = {0};
        long sleepers = slots.claim("A", () -> {
                    if (meanwhile[0]++ == 0) {
                        claimTwoAndReleaseTheFirst(slots);
                    }
                })
                .orElseThrow();

        assertThat(meanwhile[0]).as("tries").isEqualTo(2);
        assertThat(sleepers).isEqualTo(handle(1, 0));
        assertThat(slots.claim("C")).hasValue(handle(0, 2));
        assertThat(slots.value(1)).isEqualTo("B1");
    }

    @Test
    void aTagThatComesRoundInOneSleepIsAsBadAsNone() {
        var slots = new FaultySlots<String>(SLOTS, 2, true);
        slots.claim("A", () -> {
                    claimTwoAndReleaseTheFirst(slots);
                    // Five more make eight pushes and pops in all, and slot 0 is at the head again.
                    slots.claim("B2").orElseThrow();
                    slots.claim("B3").orElseThrow();
                    slots.release(handle(1, 0));
                    slots.claim("B4").orElseThrow();
                    slots.release(handle(2, 0));
                })
                .orElseThrow();

        assertThat(slots.value(1)).isEqualTo("B1");
        slots.claim("C").orElseThrow();
        assertThat(slots.value(1)).as("B's value is gone").isEqualTo("C");
    }

    @Test
    void withoutGenerationsALateReleaseEmptiesSomebodyElsesSlot() {
        var slots = new FaultySlots<String>(SLOTS, 31, false);
        long first = slots.claim("first").orElseThrow();
        assertThat(slots.release(first)).isTrue();
        long second = slots.claim("second").orElseThrow();

        assertThat(slots.release(first)).isTrue();
        assertThat(slots.value(0)).isNull();
        assertThat(slots.release(second)).isFalse();
    }

    private static void claimTwoAndReleaseTheFirst(FaultySlots<String> slots) {
        long b0 = slots.claim("B0").orElseThrow();
        slots.claim("B1").orElseThrow();
        slots.release(b0);
    }

    private static long handle(int generation, int slot) {
        return ((long) generation << 32) | slot;
    }
}
