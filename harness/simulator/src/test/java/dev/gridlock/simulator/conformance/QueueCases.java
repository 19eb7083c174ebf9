package dev.gridlock.simulator.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Blocking queues and concurrent collections. */
final class QueueCases {
    private QueueCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("polls of empty queues give up", QueueCases::pollTimeouts),
                Case.of("offers to full queues give up", QueueCases::offerTimeouts),
                Case.of("a poll takes what comes in time", QueueCases::pollInTime),
                Case.of("take waits for put, in order", () -> producerConsumer(new ArrayBlockingQueue<>(3))),
                Case.of("a linked queue hands over in order", () -> producerConsumer(new LinkedBlockingQueue<>(2))),
                Case.of("a transfer queue hands over in order", () -> producerConsumer(new LinkedTransferQueue<>())),
                Case.of("a synchronous queue hands over in order", () -> producerConsumer(new SynchronousQueue<>())),
                Case.of(
                        "a fair synchronous queue hands over in order",
                        () -> producerConsumer(new SynchronousQueue<>(true))),
                Case.of("a synchronous queue holds nothing", QueueCases::synchronousQueue),
                Case.of("a transfer waits for its taker", QueueCases::transfer),
                Case.of("a delay queue gives each element at its time", QueueCases::delayQueue),
                Case.of("a priority queue gives the least first", QueueCases::priorityQueue),
                Case.of("concurrent collections lose nothing", QueueCases::collections));
    }

    private static void pollTimeouts() throws Exception {
        List<BlockingQueue<Integer>> queues = List.of(
                new LinkedBlockingQueue<>(),
                new ArrayBlockingQueue<>(1),
                new LinkedTransferQueue<>(),
                new SynchronousQueue<>(),
                new PriorityBlockingQueue<>(),
                new LinkedBlockingDeque<>());
        for (BlockingQueue<Integer> queue : queues) {
            Stopwatch watch = Stopwatch.start();
            assertThat(queue.poll(4, MILLISECONDS)).isNull();
            watch.tookAtLeastMillis(4);
        }
    }

    private static void offerTimeouts() throws Exception {
        List<BlockingQueue<Integer>> queues =
                List.of(new LinkedBlockingQueue<>(1), new ArrayBlockingQueue<>(1), new LinkedBlockingDeque<>(1));
        for (BlockingQueue<Integer> queue : queues) {
            assertThat(queue.offer(1, 4, MILLISECONDS)).isTrue();
            Stopwatch watch = Stopwatch.start();
            assertThat(queue.offer(2, 4, MILLISECONDS)).isFalse();
            watch.tookAtLeastMillis(4);
        }
    }

    private static void pollInTime() throws Exception {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        Running<String> polling = Running.start(() -> queue.poll(10, MINUTES));
        polling.awaitBlocked();
        queue.add("here");
        assertThat(polling.result()).isEqualTo("here");
    }

    private static void producerConsumer(BlockingQueue<Integer> queue) throws Exception {
        Running<Boolean> producer = Running.run(() -> {
            for (int i = 0; i < 200; i++) {
                queue.put(i);
            }
        });
        for (int i = 0; i < 200; i++) {
            assertThat(queue.take()).isEqualTo(i);
        }
        producer.result();
    }

    private static void synchronousQueue() throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        assertThat(queue.offer(1)).isFalse();
        assertThat(queue.poll()).isNull();
        Stopwatch watch = Stopwatch.start();
        assertThat(queue.offer(1, 4, MILLISECONDS)).isFalse();
        watch.tookAtLeastMillis(4);
        Running<Boolean> offering = Running.start(() -> queue.offer(2, 10, MINUTES));
        assertThat(queue.poll(10, MINUTES)).isEqualTo(2);
        assertThat(offering.result()).isTrue();
    }

    private static void transfer() throws Exception {
        LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
        assertThat(queue.tryTransfer("nobody", 4, MILLISECONDS)).isFalse();
        assertThat(queue.isEmpty()).isTrue();
        Running<Boolean> giving = Running.run(() -> queue.transfer("gift"));
        giving.awaitBlocked();
        assertThat(queue.take()).isEqualTo("gift");
        giving.result();
    }

    private record Due(long atNanos) implements Delayed {
        static Due inMillis(long millis) {
            return new Due(System.nanoTime() + MILLISECONDS.toNanos(millis));
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(atNanos - System.nanoTime(), NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(NANOSECONDS), other.getDelay(NANOSECONDS));
        }
    }

    private static void delayQueue() throws Exception {
        DelayQueue<Due> queue = new DelayQueue<>();
        Due late = Due.inMillis(40);
        Due early = Due.inMillis(5);
        queue.add(late);
        queue.add(early);
        assertThat(queue.take()).isSameAs(early);
        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(early.atNanos());
        assertThat(queue.poll(10, MINUTES)).isSameAs(late);
        assertThat(System.nanoTime()).isGreaterThanOrEqualTo(late.atNanos());
    }

    private static void priorityQueue() throws Exception {
        PriorityBlockingQueue<String> queue = new PriorityBlockingQueue<>(List.of("waw", "ams", "iad"));
        assertThat(queue.take()).isEqualTo("ams");
        assertThat(queue.take()).isEqualTo("iad");
        assertThat(queue.take()).isEqualTo("waw");
    }

    private static void collections() throws Exception {
        ConcurrentHashMap<Integer, Integer> hashed = new ConcurrentHashMap<>();
        ConcurrentSkipListMap<Integer, Integer> sorted = new ConcurrentSkipListMap<>();
        CopyOnWriteArrayList<Integer> listed = new CopyOnWriteArrayList<>();
        List<Running<Boolean>> threads = new ArrayList<>();
        for (int t = 0; t < 5; t++) {
            threads.add(Running.run(() -> {
                for (int i = 0; i < 200; i++) {
                    hashed.merge(i, 1, Integer::sum);
                    sorted.merge(i, 1, Integer::sum);
                    if (i < 10) {
                        listed.addIfAbsent(i);
                    }
                }
            }));
        }
        for (Running<Boolean> thread : threads) {
            thread.result();
        }
        assertThat(hashed)
                .hasSize(200)
                .allSatisfy((key, count) -> assertThat(count).isEqualTo(5));
        assertThat(sorted.firstKey()).isZero();
        assertThat(sorted.values()).containsOnly(5);
        assertThat(listed).hasSize(10);
    }
}
