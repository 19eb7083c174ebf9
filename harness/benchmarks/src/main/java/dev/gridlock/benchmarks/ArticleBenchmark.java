package dev.gridlock.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;

/**
 * Measures the claim of https://yeet.cx/blog/lock-free-rust, that a lock-free array of a hundred places is 83 % faster than a mutex
 * over a linear scan: six producers that insert 100,000 values each and try again at once when there is no room, two consumers that
 * sweep; the time until the producers have ended.
 *
 * <p>First in the article's own way: an array without tag, consumers that are never stopped and so still spin beside the trials
 * that come later, all trials of the mutex after all of the lock-free array, nobody counts what arrives. Then fairly: a tagged
 * head, the contenders in turns, every thread joined, every value required to arrive exactly once, and a mutex with the same
 * algorithm beside the one with the scan; once with producers that try again at once, once with such that give the processor away.
 *
 * <p>Arguments: number of trials (default 10), of values a producer inserts (default 100000), and which part, {@code fair} or
 * {@code article} (default both). Ratios depend on the number of processors, which it prints.
 */
public final class ArticleBenchmark {
    private static final int PLACES = 100;
    private static final int PRODUCERS = 6;
    private static final int CONSUMERS = 2;
    /** A trial of the article's is given up after that: the array without tag can lose all its places. */
    private static final Duration ARTICLE_MAX = Duration.ofSeconds(20);

    private static final Duration FAIR_MAX = Duration.ofMinutes(10);

    private final int trials;
    private final int inserts;

    private ArticleBenchmark(int trials, int inserts) {
        this.trials = trials;
        this.inserts = inserts;
    }

    public static void main(String[] arguments) throws InterruptedException {
        int trials = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
        int inserts = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
        System.out.printf(
                "%d processors, %d trials, %d producers of %d values, %d consumers, %d places%n",
                Runtime.getRuntime().availableProcessors(), trials, PRODUCERS, inserts, CONSUMERS, PLACES);
        var benchmark = new ArticleBenchmark(trials, inserts);
        String part = arguments.length > 2 ? arguments[2] : "both";
        if (!List.of("fair", "article", "both").contains(part)) {
            throw new IllegalArgumentException("The part is \"" + part + "\", expected one of fair, article, both.");
        }
        // The fair part goes first: the other one leaves its consumers behind.
        if (!part.equals("article")) {
            benchmark.fair(Wait.RETRY);
            benchmark.fair(Wait.YIELD);
        }
        if (!part.equals("fair")) {
            benchmark.asInTheArticle();
        }
    }

    private enum Wait {
        RETRY,
        YIELD;

        @SuppressWarnings("ThreadPriorityCheck") // giving the processor away is what is measured
        void once() {
            if (this == YIELD) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private void fair(Wait wait) throws InterruptedException {
        Map<String, Supplier<SweptArray>> contenders = new LinkedHashMap<>();
        contenders.put("mutex, scan", () -> new SweptArray.MutexScan(PLACES));
        contenders.put("mutex, free list", () -> new SweptArray.MutexFreeList(PLACES));
        contenders.put("lock-free, tagged", () -> new SweptArray.LockFree(PLACES, true));
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        for (int trial = 0; trial < trials; trial++) {
            for (var contender : contenders.entrySet()) {
                var stop = new AtomicBoolean();
                var run = new Trial(contender.getValue().get(), wait, stop);
                double took = run.produce(FAIR_MAX).orElseThrow();
                stop.set(true);
                run.joinAndRequireEachValueOnce();
                seconds.computeIfAbsent(contender.getKey(), _ -> new ArrayList<>())
                        .add(took);
            }
        }
        print("fair, producers " + (wait == Wait.RETRY ? "try again at once" : "yield"), seconds);
    }

    private void asInTheArticle() throws InterruptedException {
        Map<String, List<Double>> seconds = new LinkedHashMap<>();
        int stuck = 0;
        long doubled = 0;
        for (int trial = 0; trial < trials; trial++) {
            var run = new Trial(new SweptArray.LockFree(PLACES, false), Wait.RETRY, new AtomicBoolean());
            var took = run.produce(ARTICLE_MAX);
            took.ifPresent(each -> seconds.computeIfAbsent("lock-free, no tag", _ -> new ArrayList<>())
                    .add(each));
            stuck += took.isEmpty() ? 1 : 0;
            doubled += run.countAbove(1);
        }
        for (int trial = 0; trial < trials; trial++) {
            var run = new Trial(new SweptArray.MutexScan(PLACES), Wait.RETRY, new AtomicBoolean());
            run.produce(FAIR_MAX)
                    .ifPresent(each -> seconds.computeIfAbsent("mutex, scan", _ -> new ArrayList<>())
                            .add(each));
        }
        print("as in the article", seconds);
        System.out.printf(
                "  array without tag: %d of %d trials given up after %d s; %d values arrived more than once%n",
                stuck, trials, ARTICLE_MAX.toSeconds(), doubled);
    }

    private static void print(String title, Map<String, List<Double>> seconds) {
        System.out.println(title + ":");
        double base = median(seconds.getOrDefault("mutex, scan", List.of()));
        seconds.forEach((name, all) -> System.out.printf(
                "  %-18s median %7.3f s, %6.3f to %6.3f; takes %.2f of the scan's time (%.0f %% less)%n",
                name,
                median(all),
                all.stream().mapToDouble(each -> each).min().orElse(Double.NaN),
                all.stream().mapToDouble(each -> each).max().orElse(Double.NaN),
                median(all) / base,
                100 * (1 - median(all) / base)));
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(each -> each).sorted().toArray();
        return sorted.length == 0
                ? Double.NaN
                : Arrays.stream(sorted, (sorted.length - 1) / 2, sorted.length / 2 + 1)
                        .average()
                        .orElse(Double.NaN);
    }

    /** Producers and consumers of one array. */
    private final class Trial {
        private final SweptArray array;
        private final Wait wait;
        private final AtomicBoolean stop;
        private final AtomicIntegerArray arrivals = new AtomicIntegerArray(PRODUCERS * inserts);
        private final List<Thread> consumers = new ArrayList<>();

        Trial(SweptArray array, Wait wait, AtomicBoolean stop) {
            this.array = array;
            this.wait = wait;
            this.stop = stop;
        }

        /** Returns how many seconds the producers took, empty if they were told to give up; the consumers go on. */
        OptionalDouble produce(Duration limit) throws InterruptedException {
            for (int number = 0; number < CONSUMERS; number++) {
                consumers.add(Thread.ofPlatform().daemon().start(() -> {
                    while (!stop.get()) {
                        array.sweep(value -> arrivals.incrementAndGet((int) value));
                    }
                }));
            }
            var ended = new CountDownLatch(PRODUCERS);
            var givenUp = new AtomicBoolean();
            long started = System.nanoTime();
            for (int number = 0; number < PRODUCERS; number++) {
                long first = (long) number * inserts;
                Thread.ofPlatform().daemon().start(() -> {
                    for (long value = first; value < first + inserts && !givenUp.get(); value++) {
                        while (!array.insert(value) && !givenUp.get()) {
                            wait.once();
                        }
                    }
                    ended.countDown();
                });
            }
            if (!ended.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                givenUp.set(true);
                return OptionalDouble.empty();
            }
            return OptionalDouble.of((System.nanoTime() - started) / 1e9);
        }

        void joinAndRequireEachValueOnce() throws InterruptedException {
            for (Thread consumer : consumers) {
                consumer.join();
            }
            array.sweep(value -> arrivals.incrementAndGet((int) value));
            if (count(1) != arrivals.length()) {
                throw new IllegalStateException("Of " + arrivals.length() + " values " + count(0) + " never arrived.");
            }
        }

        /** How many values have arrived so often. */
        long count(int times) {
            long found = 0;
            for (int value = 0; value < arrivals.length(); value++) {
                found += arrivals.get(value) == times ? 1 : 0;
            }
            return found;
        }

        long countAbove(int times) {
            long found = 0;
            for (int value = 0; value < arrivals.length(); value++) {
                found += arrivals.get(value) > times ? 1 : 0;
            }
            return found;
        }
    }
}
