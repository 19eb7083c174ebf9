package dev.gridlock.simulator.conformance;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.delayedExecutor;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeoutException;

/** {@code CompletableFuture} and what stands on it. */
final class FutureCases {
    private FutureCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a future without an executor of its own is computed elsewhere", FutureCases::supply),
                Case.of("a future with an executor is computed there", FutureCases::supplyIn),
                Case.of("a chain of stages passes values on", FutureCases::chain),
                Case.of("stages combine", FutureCases::combine),
                Case.of("allOf waits for all, anyOf for one", FutureCases::allAndAny),
                Case.of("orTimeout fails a future that is late", FutureCases::orTimeout),
                Case.of("orTimeout leaves a future that is in time", FutureCases::orTimeoutInTime),
                Case.of("completeOnTimeout completes a future that is late", FutureCases::completeOnTimeout),
                Case.of("a delayed executor waits before it runs", FutureCases::delayed),
                Case.of("a timed wait for a future gives up", FutureCases::getTimeout),
                Case.of("an exception travels down the stages", FutureCases::exceptions),
                Case.of("completing by hand wakes who waits", FutureCases::complete),
                Case.of("cancelling wakes who waits", FutureCases::cancel),
                Case.of("a publisher delivers to its subscriber", FutureCases::publisher));
    }

    private static void supply() throws Exception {
        Thread caller = Thread.currentThread();
        assertThat(supplyAsync(Thread::currentThread).get(10, MINUTES)).isNotSameAs(caller);
        int[] ran = new int[1];
        runAsync(() -> ran[0]++).join();
        assertThat(ran[0]).isEqualTo(1);
    }

    private static void supplyIn() throws Exception {
        try (ExecutorService pool = Executors.newSingleThreadExecutor(
                Thread.ofVirtual().name("mine").factory())) {
            assertThat(supplyAsync(() -> Thread.currentThread().getName(), pool).get())
                    .isEqualTo("mine");
        }
    }

    private static void chain() {
        assertThat(supplyAsync(() -> 20)
                        .thenApply(n -> n + 1)
                        .thenApplyAsync(n -> n * 2)
                        .thenCompose(n -> supplyAsync(() -> "got " + n))
                        .join())
                .isEqualTo("got 42");
    }

    private static CompletableFuture<Integer> later(long millis, int value) {
        return supplyAsync(() -> value, delayedExecutor(millis, MILLISECONDS));
    }

    private static void combine() {
        assertThat(later(6, 40).thenCombineAsync(later(3, 2), Integer::sum).join())
                .isEqualTo(42);
        assertThat(later(600_000, 1).applyToEither(later(3, 2), n -> n).join()).isEqualTo(2);
    }

    private static void allAndAny() {
        List<CompletableFuture<Integer>> parts = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            parts.add(later(i % 5, i));
        }
        CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new)).join();
        assertThat(parts).allMatch(CompletableFuture::isDone);
        assertThat(parts.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(190);
        assertThat(CompletableFuture.anyOf(later(600_000, 1), later(2, 7)).join())
                .isEqualTo(7);
    }

    private static void orTimeout() {
        Stopwatch watch = Stopwatch.start();
        assertThatThrownBy(() -> new CompletableFuture<Integer>()
                        .orTimeout(8, MILLISECONDS)
                        .join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
        watch.tookAtLeastMillis(8);
    }

    private static void orTimeoutInTime() {
        assertThat(later(2, 5).orTimeout(10, MINUTES).join()).isEqualTo(5);
    }

    private static void completeOnTimeout() {
        Stopwatch watch = Stopwatch.start();
        assertThat(new CompletableFuture<String>()
                        .completeOnTimeout("late", 8, MILLISECONDS)
                        .join())
                .isEqualTo("late");
        watch.tookAtLeastMillis(8);
        assertThat(later(2, 5).completeOnTimeout(6, 10, MINUTES).join()).isEqualTo(5);
    }

    private static void delayed() throws Exception {
        Stopwatch watch = Stopwatch.start();
        assertThat(later(9, 1).get()).isEqualTo(1);
        watch.tookAtLeastMillis(9);
        try (ExecutorService pool = Executors.newSingleThreadExecutor(
                Thread.ofVirtual().name("mine").factory())) {
            assertThat(supplyAsync(() -> Thread.currentThread().getName(), delayedExecutor(3, MILLISECONDS, pool))
                            .join())
                    .isEqualTo("mine");
        }
    }

    private static void getTimeout() {
        Stopwatch watch = Stopwatch.start();
        assertThatThrownBy(() -> new CompletableFuture<Integer>().get(6, MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        watch.tookAtLeastMillis(6);
    }

    private static void exceptions() {
        CompletableFuture<Integer> failed = supplyAsync(() -> {
            throw new IllegalStateException("on purpose");
        });
        assertThatThrownBy(failed::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(failed.thenApply(n -> n + 1).exceptionally(e -> -1).join()).isEqualTo(-1);
        assertThat(failed.handle((n, e) -> e == null ? "fine" : "failed").join())
                .isEqualTo("failed");
        assertThat(failedFuture(new IllegalStateException()).isCompletedExceptionally())
                .isTrue();
        assertThat(completedFuture(1).isCompletedExceptionally()).isFalse();
    }

    private static void complete() throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        Running<String> waiting = Running.start(future::get);
        waiting.awaitBlocked();
        assertThat(future.complete("done")).isTrue();
        assertThat(future.complete("again")).isFalse();
        assertThat(waiting.result()).isEqualTo("done");
    }

    private static void cancel() throws Exception {
        CompletableFuture<String> future = new CompletableFuture<>();
        Running<String> waiting = Running.start(future::join);
        waiting.awaitBlocked();
        future.cancel(true);
        assertThat(waiting.failure()).isInstanceOf(CancellationException.class);
    }

    private static void publisher() {
        List<Integer> seen = new ArrayList<>();
        CompletableFuture<Void> consumed;
        try (ExecutorService pool = Executors.newFixedThreadPool(2);
                SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(pool, 4)) {
            consumed = publisher.consume(seen::add);
            for (int i = 0; i < 30; i++) {
                publisher.submit(i);
            }
        }
        consumed.join();
        assertThat(seen).hasSize(30).isSorted();
    }
}
