package dev.gridlock.simulator.conformance;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code ScheduledThreadPoolExecutor}. */
@SuppressWarnings("FutureReturnValueIgnored") // what a task did is seen by its effect
final class SchedulerCases {
    private SchedulerCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a fixed rate keeps its beat", SchedulerCases::fixedRate),
                Case.of("a fixed delay follows the end of each run", SchedulerCases::fixedDelay),
                Case.of("delayed tasks run in the order of their times", SchedulerCases::delays),
                Case.of("a cancelled periodic task runs no more", SchedulerCases::cancelPeriodic),
                Case.of("a periodic task that throws runs no more", SchedulerCases::periodicThrows),
                Case.of("a shut scheduler drops its delayed tasks if told so", SchedulerCases::shutdownScheduler));
    }

    private static void fixedRate() throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch five = new CountDownLatch(5);
        Stopwatch watch = Stopwatch.start();
        ScheduledFuture<?> beat = scheduler.scheduleAtFixedRate(
                () -> {
                    runs.incrementAndGet();
                    five.countDown();
                },
                10,
                5,
                MILLISECONDS);
        assertThat(five.await(10, MINUTES)).isTrue();
        watch.tookAtLeastMillis(10 + 4 * 5);
        beat.cancel(false);
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(10, MINUTES)).isTrue();
        assertThat(runs.get()).isGreaterThanOrEqualTo(5);
    }

    private static void fixedDelay() throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(2);
        CountDownLatch three = new CountDownLatch(3);
        Stopwatch watch = Stopwatch.start();
        scheduler.scheduleWithFixedDelay(
                () -> {
                    try {
                        Thread.sleep(6);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    three.countDown();
                },
                0,
                6,
                MILLISECONDS);
        assertThat(three.await(10, MINUTES)).isTrue();
        watch.tookAtLeastMillis(5 * 6);
        scheduler.shutdownNow();
        assertThat(scheduler.awaitTermination(10, MINUTES)).isTrue();
    }

    private static void delays() throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        List<Integer> order = new ArrayList<>();
        List<ScheduledFuture<Boolean>> results = new ArrayList<>();
        for (int i : new int[] {3, 1, 2}) {
            results.add(scheduler.schedule(() -> order.add(i), i * 60L, MILLISECONDS));
        }
        for (ScheduledFuture<Boolean> result : results) {
            assertThat(result.get()).isTrue();
        }
        assertThat(order).containsExactly(1, 2, 3);
        assertThat(results.getFirst().getDelay(MILLISECONDS)).isNotPositive();
        scheduler.shutdown();
    }

    private static void cancelPeriodic() throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        scheduler.setRemoveOnCancelPolicy(true);
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> periodic = scheduler.scheduleAtFixedRate(runs::incrementAndGet, 0, 2, MILLISECONDS);
        while (runs.get() < 2) {
            Thread.sleep(1);
        }
        assertThat(periodic.cancel(false)).isTrue();
        assertThatThrownBy(periodic::get).isInstanceOf(CancellationException.class);
        while (scheduler.getActiveCount() > 0) {
            Thread.sleep(1);
        }
        int then = runs.get();
        Thread.sleep(10);
        assertThat(runs.get()).isEqualTo(then);
        assertThat(scheduler.getQueue()).isEmpty();
        scheduler.shutdown();
    }

    private static void periodicThrows() throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> periodic = scheduler.scheduleAtFixedRate(
                () -> {
                    if (runs.incrementAndGet() == 2) {
                        throw new IllegalStateException("on purpose");
                    }
                },
                0,
                2,
                MILLISECONDS);
        assertThatThrownBy(periodic::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(runs.get()).isEqualTo(2);
        scheduler.shutdown();
    }

    private static void shutdownScheduler() throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        ScheduledFuture<Integer> never = scheduler.schedule(() -> 1, 10, MINUTES);
        scheduler.shutdown();
        assertThat(scheduler.awaitTermination(5, MINUTES)).isTrue();
        assertThat(never.isCancelled()).isTrue();
    }
}
