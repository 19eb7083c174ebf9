package dev.gridlock.proxy.inflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
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

    private static List<String> values(SlotArray<String> slots) {
        var values = new ArrayList<String>();
        slots.forEach(values::add);
        return values;
    }
}
