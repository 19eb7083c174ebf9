package dev.gridlock.simulator.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Executors and their futures.
 *
 * <p>{@code StructuredTaskScope} is left out: it is a preview in JDK 25 and code that uses it needs {@code --enable-preview}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what a task did is seen by its effect
final class ExecutorCases {
    private ExecutorCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a fixed pool runs that many tasks at a time", ExecutorCases::fixedPool),
                Case.of("threads of the default factory are named by pool and number", ExecutorCases::defaultNames),
                Case.of("a cached pool uses its threads again", ExecutorCases::cachedPool),
                Case.of("a single thread runs tasks in order", ExecutorCases::singleThread),
                Case.of("one virtual thread a task, all at once", ExecutorCases::virtualThreads),
                Case.of("a thread per task of a given factory", ExecutorCases::threadPerTask),
                Case.of("closing an executor waits for its tasks", ExecutorCases::close),
                Case.of("a timed wait for a result gives up", ExecutorCases::resultTimeout),
                Case.of("cancelling a running task interrupts it", ExecutorCases::cancel),
                Case.of("an exception of a task comes with its result", ExecutorCases::taskThrows),
                Case.of("invokeAll gives all results", ExecutorCases::invokeAll),
                Case.of("a timed invokeAll cancels what is not done", ExecutorCases::invokeAllTimeout),
                Case.of("invokeAny gives one result and cancels the rest", ExecutorCases::invokeAny),
                Case.of("a completion service gives results as they come", ExecutorCases::completionService),
                Case.of("shutdownNow interrupts what runs and returns what waits", ExecutorCases::shutdownNow),
                Case.of("shutdownNow interrupts every virtual thread", ExecutorCases::shutdownNowVirtual),
                Case.of("a timed wait for termination gives up", ExecutorCases::awaitTermination),
                Case.of("a shut executor rejects tasks", ExecutorCases::rejects),
                Case.of("a full pool lets the caller run", ExecutorCases::callerRuns),
                Case.of("idle threads of a pool end", ExecutorCases::keepAlive));
    }

    private static void fixedPool() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CyclicBarrier three = new CyclicBarrier(3);
        try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < 15; i++) {
                int value = i;
                results.add(pool.submit(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    three.await(10, MINUTES);
                    running.decrementAndGet();
                    return value * value;
                }));
            }
            for (int i = 0; i < 15; i++) {
                assertThat(results.get(i).get()).isEqualTo(i * i);
            }
        }
        assertThat(most.get()).isEqualTo(3);
    }

    private static void defaultNames() throws Exception {
        Set<String> names = new HashSet<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            CountDownLatch both = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                pool.execute(() -> {
                    synchronized (names) {
                        names.add(Thread.currentThread().getName().replaceAll("pool-\\d+", "pool-N"));
                    }
                    both.countDown();
                });
            }
            both.await();
        }
        assertThat(names).isSubsetOf("pool-N-thread-1", "pool-N-thread-2").isNotEmpty();
    }

    private static void cachedPool() throws Exception {
        try (ExecutorService pool = Executors.newCachedThreadPool()) {
            Thread first = pool.submit(Thread::currentThread).get();
            while (first.getState() != Thread.State.TIMED_WAITING) {
                Thread.sleep(1);
            }
            assertThat(pool.submit(Thread::currentThread).get()).isSameAs(first);
        }
    }

    private static void singleThread() throws Exception {
        List<Integer> order = new ArrayList<>();
        try (ExecutorService single = Executors.newSingleThreadExecutor()) {
            for (int i = 0; i < 20; i++) {
                int number = i;
                single.execute(() -> order.add(number));
            }
        }
        assertThat(order).hasSize(20).isSorted();
    }

    private static void virtualThreads() throws Exception {
        AtomicInteger sum = new AtomicInteger();
        Stopwatch watch = Stopwatch.start();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 200; i++) {
                int value = i;
                pool.submit(() -> {
                    Thread.sleep(20);
                    return sum.addAndGet(value);
                });
            }
        }
        assertThat(sum.get()).isEqualTo(199 * 200 / 2);
        watch.tookAtLeastMillis(20);
        watch.tookLessThanMillis(200 * 20);
    }

    private static void threadPerTask() throws Exception {
        try (ExecutorService pool = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("worker-", 1).factory())) {
            assertThat(pool.submit(() -> Thread.currentThread().getName()).get())
                    .isEqualTo("worker-1");
            assertThat(pool.submit(() -> Thread.currentThread().getName()).get())
                    .isEqualTo("worker-2");
        }
    }

    private static void close() throws Exception {
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 5; i++) {
                pool.submit(() -> {
                    Thread.sleep(10);
                    return done.incrementAndGet();
                });
            }
        }
        assertThat(done.get()).isEqualTo(5);
    }

    private static void resultTimeout() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
            Future<Integer> result = pool.submit(() -> {
                end.await();
                return 1;
            });
            Stopwatch watch = Stopwatch.start();
            assertThatThrownBy(() -> result.get(6, MILLISECONDS)).isInstanceOf(TimeoutException.class);
            watch.tookAtLeastMillis(6);
            end.countDown();
            assertThat(result.get(10, MINUTES)).isEqualTo(1);
        }
    }

    private static void cancel() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> result = pool.submit(() -> {
                started.countDown();
                try {
                    Thread.sleep(600_000);
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            });
            started.await();
            assertThat(result.cancel(true)).isTrue();
            assertThat(interrupted.await(10, MINUTES)).isTrue();
            assertThat(result.state()).isEqualTo(Future.State.CANCELLED);
        }
    }

    private static void taskThrows() throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
            Future<Integer> result = pool.submit(() -> {
                throw new IllegalStateException("on purpose");
            });
            assertThatThrownBy(result::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(IllegalStateException.class);
            assertThat(pool.submit(() -> 5).get()).isEqualTo(5);
        }
    }

    private static Callable<Integer> after(long millis, int value) {
        return () -> {
            Thread.sleep(millis);
            return value;
        };
    }

    private static void invokeAll() throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            List<Future<Integer>> results = pool.invokeAll(List.of(after(4, 1), after(1, 2), after(2, 3)));
            assertThat(results).allMatch(Future::isDone);
            assertThat(results).extracting(Future::resultNow).containsExactly(1, 2, 3);
        }
    }

    private static void invokeAllTimeout() throws Exception {
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> results = pool.invokeAll(List.of(after(0, 1), after(600_000, 2)), 300, MILLISECONDS);
            assertThat(results.get(0).get()).isEqualTo(1);
            assertThat(results.get(1).isCancelled()).isTrue();
        }
    }

    private static void invokeAny() throws Exception {
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(pool.invokeAny(List.of(after(600_000, 1), after(5, 2)))).isEqualTo(2);
            assertThatThrownBy(() -> pool.invokeAny(List.of(after(600_000, 1)), 5, MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
        }
    }

    private static void completionService() throws Exception {
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
            ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
            service.submit(() -> {
                second.await();
                return 3;
            });
            service.submit(() -> {
                first.await();
                return 2;
            });
            service.submit(() -> 1);
            assertThat(service.take().get()).isEqualTo(1);
            assertThat(service.poll(2, MILLISECONDS)).isNull();
            first.countDown();
            assertThat(service.take().get()).isEqualTo(2);
            second.countDown();
            assertThat(service.take().get()).isEqualTo(3);
        }
    }

    private static void shutdownNow() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch started = new CountDownLatch(3);
        for (int i = 0; i < 5; i++) {
            pool.execute(() -> {
                started.countDown();
                try {
                    Thread.sleep(600_000);
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                }
            });
        }
        started.await();
        assertThat(pool.shutdownNow()).hasSize(2);
        assertThat(pool.awaitTermination(10, MINUTES)).isTrue();
        assertThat(interrupted.get()).isEqualTo(3);
        assertThat(pool.isTerminated()).isTrue();
    }

    private static void shutdownNowVirtual() throws Exception {
        ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor();
        List<String> interrupted = new ArrayList<>();
        CountDownLatch started = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            String name = "task " + i;
            pool.submit(() -> {
                started.countDown();
                try {
                    Thread.sleep(600_000);
                } catch (InterruptedException e) {
                    synchronized (interrupted) {
                        interrupted.add(name);
                    }
                }
            });
        }
        started.await();
        assertThat(pool.shutdownNow()).isEmpty();
        assertThat(pool.awaitTermination(10, MINUTES)).isTrue();
        assertThat(interrupted).hasSize(20).doesNotHaveDuplicates();
    }

    private static void awaitTermination() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> {
            end.await();
            return 1;
        });
        pool.shutdown();
        Stopwatch watch = Stopwatch.start();
        assertThat(pool.awaitTermination(5, MILLISECONDS)).isFalse();
        watch.tookAtLeastMillis(5);
        end.countDown();
        assertThat(pool.awaitTermination(10, MINUTES)).isTrue();
    }

    private static void rejects() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.shutdown();
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
        virtual.close();
        assertThatThrownBy(() -> virtual.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    private static void callerRuns() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1, 1, 1, MINUTES, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.CallerRunsPolicy());
        List<Thread> ranIn = new ArrayList<>();
        pool.submit(() -> {
            end.await();
            return 1;
        });
        pool.execute(() -> {});
        pool.execute(() -> ranIn.add(Thread.currentThread()));
        assertThat(ranIn).containsExactly(Thread.currentThread());
        end.countDown();
        pool.close();
    }

    private static void keepAlive() throws Exception {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(2, 2, 5, MILLISECONDS, new ArrayBlockingQueue<>(10));
        pool.allowCoreThreadTimeOut(true);
        pool.submit(() -> 1).get();
        assertThat(pool.getLargestPoolSize()).isEqualTo(1);
        while (pool.getPoolSize() > 0) {
            Thread.sleep(1);
        }
        assertThat(pool.submit(() -> 2).get()).isEqualTo(2);
        pool.close();
    }
}
