package dev.gridlock.store.storage;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.config.StoreConfig.WriteOrder;
import dev.gridlock.store.config.StoreConfig.Writers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WriterQueueTest {
    private static final List<WritePriority> ARRIVALS = List.of(
            WritePriority.BACKGROUND,
            WritePriority.APPLY,
            WritePriority.CLIENT,
            WritePriority.BACKGROUND,
            WritePriority.CLIENT,
            WritePriority.APPLY);

    private final Queue<String> order = new ConcurrentLinkedQueue<>();
    private final Queue<String> waits = new ConcurrentLinkedQueue<>();

    @Test
    void strictPriorityAndFirstComeFirstServedWithinOne() throws Exception {
        assertThat(served(WriteOrder.STRICT))
                .containsExactly("2 CLIENT", "4 CLIENT", "1 APPLY", "5 APPLY", "0 BACKGROUND", "3 BACKGROUND");
        assertThat(waits)
                .as("the holder and the six that waited")
                .containsExactly("priority", "priority", "priority", "normal", "normal", "low", "low");
    }

    @Test
    void firstComeFirstServedWhenTheConfigurationSaysSo() throws Exception {
        assertThat(served(WriteOrder.FIFO))
                .containsExactly("0 BACKGROUND", "1 APPLY", "2 CLIENT", "3 BACKGROUND", "4 CLIENT", "5 APPLY");
    }

    private List<String> served(WriteOrder writeOrder) throws InterruptedException {
        WriterQueue queue = new WriterQueue(new Writers(writeOrder, Duration.ZERO), (name, nanos) -> waits.add(name));
        assertThat(queue.acquire(WritePriority.CLIENT)).isTrue();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < ARRIVALS.size(); i++) {
            WritePriority priority = ARRIVALS.get(i);
            String name = i + " " + priority;
            threads.add(Thread.ofVirtual().start(() -> {
                assertThat(queue.acquire(priority)).isTrue();
                order.add(name);
                queue.release();
            }));
            int waiting = i + 1;
            eventually(() -> assertThat(queue.waiting()).isEqualTo(waiting));
        }
        queue.release();
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(10))).isTrue();
        }
        return List.copyOf(order);
    }

    @Test
    void aWaitThatIsTooLongEndsAndHoldsNobodyUp() throws Exception {
        WriterQueue queue = new WriterQueue(new Writers(WriteOrder.STRICT, Duration.ofMillis(30)), (name, nanos) -> {});
        assertThat(queue.acquire(WritePriority.CLIENT)).isTrue();
        Thread late = Thread.ofVirtual().start(() -> order.add("late " + queue.acquire(WritePriority.APPLY)));
        assertThat(late.join(Duration.ofSeconds(10))).isTrue();
        assertThat(order).containsExactly("late false");
        assertThat(queue.waiting()).isZero();
        queue.release();
        Thread next = Thread.ofVirtual().start(() -> {
            order.add("next " + queue.acquire(WritePriority.APPLY));
            queue.release();
        });
        assertThat(next.join(Duration.ofSeconds(10))).isTrue();
        assertThat(order).containsExactly("late false", "next true");
    }

    @Test
    void anInterruptDoesNotCostTheTurnAndIsNotLost() throws Exception {
        WriterQueue queue = new WriterQueue(new Writers(WriteOrder.STRICT, Duration.ZERO), (name, nanos) -> {});
        assertThat(queue.acquire(WritePriority.CLIENT)).isTrue();
        Thread waiting = Thread.ofVirtual().start(() -> {
            boolean acquired = queue.acquire(WritePriority.APPLY);
            order.add(acquired + " " + Thread.interrupted());
            queue.release();
        });
        eventually(() -> assertThat(queue.waiting()).isEqualTo(1));
        waiting.interrupt();
        Thread.sleep(20);
        assertThat(queue.waiting()).as("keeps its place").isEqualTo(1);
        queue.release();
        assertThat(waiting.join(Duration.ofSeconds(10))).isTrue();
        assertThat(order).containsExactly("true true");
    }

    @Test
    void theOwnerMayAskAgainAndOthersMayNotRelease() throws Exception {
        WriterQueue queue = new WriterQueue(new Writers(WriteOrder.STRICT, Duration.ZERO), (name, nanos) -> {});
        assertThat(queue.acquire(WritePriority.CLIENT)).isTrue();
        assertThat(queue.acquire(WritePriority.BACKGROUND)).isTrue();
        queue.release();
        Thread other = Thread.ofVirtual().start(() -> {
            assertThatThrownBy(queue::release).isInstanceOf(IllegalStateException.class);
            order.add("refused");
        });
        assertThat(other.join(Duration.ofSeconds(10))).isTrue();
        assertThat(order).containsExactly("refused");
        queue.release();
    }

    @Test
    void manyWritersWithShortWaitsAndInterruptsLoseNoTurn() throws Exception {
        WriterQueue queue = new WriterQueue(new Writers(WriteOrder.STRICT, Duration.ofMillis(1)), (name, nanos) -> {});
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger turns = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            WritePriority priority = ARRIVALS.get(i % 3);
            threads.add(Thread.ofVirtual().start(() -> {
                for (int turn = 0; turn < 200; turn++) {
                    while (!queue.acquire(priority)) {
                        Thread.onSpinWait();
                    }
                    overlaps.addAndGet(inside.incrementAndGet() - 1);
                    turns.incrementAndGet();
                    LockSupport.parkNanos(1);
                    inside.decrementAndGet();
                    queue.release();
                }
            }));
        }
        Random random = new Random(1);
        while (threads.stream().anyMatch(Thread::isAlive) && turns.get() < 8_000) {
            threads.get(random.nextInt(threads.size())).interrupt();
            Thread.sleep(1);
        }
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        }
        assertThat(turns).hasValue(8_000);
        assertThat(overlaps).hasValue(0);
        assertThat(queue.waiting()).isZero();
    }
}
