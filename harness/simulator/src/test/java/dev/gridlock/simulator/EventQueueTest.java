package dev.gridlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private static final Comparator<Event> ORDER =
            Comparator.<Event>comparingLong(event -> event.at).thenComparingLong(event -> event.tie);

    private static final class Mark extends Event {
        Mark(long at, long tie) {
            this.at = at;
            this.tie = tie;
        }

        @Override
        void fire() {
            throw new AssertionError("nobody fires events here");
        }
    }

    @Test
    void agreesWithASortedListUnderRandomOperations() {
        for (long seed = 1; seed <= 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            EventQueue queue = new EventQueue();
            List<Event> model = new ArrayList<>();
            int range = 1 << random.nextInt(1, 20);
            for (int i = 0; i < 2_000; i++) {
                int action = random.nextInt(10);
                if (action < 5 || model.isEmpty()) {
                    Event event = new Mark(random.nextInt(range), random.nextLong());
                    queue.add(event);
                    model.add(event);
                } else if (action < 8) {
                    Event least = model.stream().min(ORDER).orElseThrow();
                    assertThat(queue.nextAt()).isEqualTo(least.at);
                    assertThat(queue.poll()).isSameAs(least);
                    assertThat(least.index).isNegative();
                    model.remove(least);
                } else {
                    Event any = model.remove(random.nextInt(model.size()));
                    queue.remove(any);
                    assertThat(any.index).isNegative();
                    queue.remove(any);
                }
                assertThat(queue.size()).isEqualTo(model.size());
                assertThat(queue.isEmpty()).isEqualTo(model.isEmpty());
            }
            model.sort(ORDER);
            for (Event expected : model) {
                assertThat(queue.poll()).isSameAs(expected);
            }
            assertThat(queue.poll()).isNull();
            assertThat(queue.nextAt()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void anEventMayComeAgainAfterItHasGone() {
        EventQueue queue = new EventQueue();
        Event event = new Mark(5, 1);
        queue.add(event);
        queue.remove(event);
        event.at = 3;
        queue.add(event);
        assertThat(queue.nextAt()).isEqualTo(3);
        assertThat(queue.poll()).isSameAs(event);
        queue.add(event);
        queue.clear();
        assertThat(queue.isEmpty()).isTrue();
        queue.add(event);
        assertThat(queue.size()).isEqualTo(1);
    }

    @Test
    void growsBeyondItsFirstSize() {
        EventQueue queue = new EventQueue();
        for (int i = 0; i < 5_000; i++) {
            queue.add(new Mark(5_000 - i, i));
        }
        for (int i = 1; i <= 5_000; i++) {
            Event next = queue.poll();
            assertThat(next).isNotNull().extracting(event -> event.at).isEqualTo((long) i);
        }
    }
}
