package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Threads: made in every way that ordinary code makes them, joined, named, with values of their own. */
final class ThreadCases {
    private static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
    private static final ThreadLocal<Integer> OWN = ThreadLocal.withInitial(() -> 7);
    private static final ScopedValue<String> SCOPED = ScopedValue.newInstance();

    private ThreadCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("threads from constructors run their task under their name", ThreadCases::constructors),
                Case.of("threads from constructor references run their task", ThreadCases::constructorReferences),
                Case.of("threads from builders and their factories run their task", ThreadCases::builders),
                Case.of("join waits for the end", ThreadCases::join),
                Case.of("a timed join gives up", ThreadCases::joinTimeout),
                Case.of("a thread goes through its states", ThreadCases::states),
                Case.of("a thread starts once", ThreadCases::startTwice),
                Case.of("what a thread did before its end is seen after a join", ThreadCases::visibility),
                Case.of("each thread has its own thread locals", ThreadCases::threadLocals),
                Case.of("inheritable thread locals are inherited", ThreadCases::inheritable),
                Case.of("scoped values are bound for a while", ThreadCases::scopedValues),
                Case.of("a thread's own handler takes its exception", ThreadCases::ownHandler),
                Case.of("a handler that a builder was given takes the exception", ThreadCases::builderHandler),
                Case.of("identifiers of threads are unique", ThreadCases::identifiers),
                Case.of("hundreds of threads come and go", ThreadCases::many));
    }

    private static void constructors() throws Exception {
        List<String> names = new ArrayList<>();
        Runnable task = () -> {
            synchronized (names) {
                names.add(Thread.currentThread().getName());
            }
        };
        Thread[] threads = {
            new Thread(task, "named"),
            new Thread(null, task, "in a group"),
            new Thread(null, task, "with a stack", 1 << 16),
            new Thread(null, task, "without inheritance", 0, false),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(names).containsExactlyInAnyOrder("named", "in a group", "with a stack", "without inheritance");
        Thread unnamed = new Thread(task);
        assertThat(unnamed.getName()).matches("Thread-\\d+");
        unnamed.setName("renamed");
        unnamed.setDaemon(true);
        unnamed.start();
        unnamed.join();
        assertThat(names).contains("renamed");
    }

    @SuppressWarnings({"DoNotCall", "UnnecessaryMethodReference"}) // a thread that is used as a mere Runnable is tested
    private static void constructorReferences() throws Exception {
        CountDownLatch ran = new CountDownLatch(4);
        ThreadFactory factory = Thread::new;
        Function<Runnable, Thread> function = Thread::new;
        BiFunction<Runnable, String, Thread> named = Thread::new;
        Thread third = named.apply(ran::countDown, "third");
        assertThat(third.getName()).isEqualTo("third");
        Thread nested = new Thread(new Thread(ran::countDown)::run);
        List<Thread> threads =
                List.of(factory.newThread(ran::countDown), function.apply(ran::countDown), third, nested);
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(ran.getCount()).isZero();
    }

    private static void builders() throws Exception {
        List<String> names = new ArrayList<>();
        Runnable task = () -> {
            synchronized (names) {
                names.add(Thread.currentThread().getName());
            }
        };
        List<Thread> threads = List.of(
                Thread.ofVirtual().name("v-", 1).start(task),
                Thread.ofPlatform().name("p").start(task),
                Thread.ofPlatform().name("d").daemon().start(task),
                Thread.startVirtualThread(task),
                startFrom(Thread.ofPlatform().name("pf-", 5).factory(), task),
                startFrom(Thread.ofVirtual().name("vf-", 5).factory(), task));
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(names).containsExactlyInAnyOrder("v-1", "p", "d", "", "pf-5", "vf-5");
    }

    private static Thread startFrom(ThreadFactory factory, Runnable task) {
        Thread thread = factory.newThread(task);
        thread.start();
        return thread;
    }

    private static void join() throws Exception {
        Stopwatch watch = Stopwatch.start();
        Running<Boolean> running = Running.run(() -> Thread.sleep(10));
        running.thread().join();
        watch.tookAtLeastMillis(10);
        assertThat(running.thread().isAlive()).isFalse();
        running.thread().join();
        running.thread().join(1);
    }

    private static void joinTimeout() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Running<Boolean> running = Running.run(end::await);
        Stopwatch watch = Stopwatch.start();
        running.thread().join(6);
        watch.tookAtLeastMillis(6);
        assertThat(running.thread().join(java.time.Duration.ofMillis(2))).isFalse();
        assertThat(running.thread().isAlive()).isTrue();
        end.countDown();
        running.result();
    }

    private static void states() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicReference<Thread.State> inside = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            inside.set(Thread.currentThread().getState());
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(thread.getState()).isEqualTo(Thread.State.NEW);
        assertThat(thread.isAlive()).isFalse();
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.sleep(1);
        }
        assertThat(inside.get()).isEqualTo(Thread.State.RUNNABLE);
        assertThat(thread.isAlive()).isTrue();
        assertThat(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("await"));
        end.countDown();
        thread.join();
        assertThat(thread.getState()).isEqualTo(Thread.State.TERMINATED);
    }

    private static void startTwice() throws Exception {
        Thread thread = new Thread(() -> {});
        thread.start();
        assertThatThrownBy(thread::start).isInstanceOf(IllegalThreadStateException.class);
        thread.join();
        assertThatThrownBy(thread::start).isInstanceOf(IllegalThreadStateException.class);
    }

    private static void visibility() throws Exception {
        int[] plain = new int[1];
        Thread thread = new Thread(() -> plain[0] = 42);
        thread.start();
        thread.join();
        assertThat(plain[0]).isEqualTo(42);
    }

    private static void threadLocals() throws Exception {
        OWN.set(1);
        assertThat(Running.start(() -> {
                            int before = OWN.get();
                            OWN.set(2);
                            return before;
                        })
                        .result())
                .isEqualTo(7);
        assertThat(OWN.get()).isEqualTo(1);
        OWN.remove();
        assertThat(OWN.get()).isEqualTo(7);
    }

    private static void inheritable() throws Exception {
        INHERITED.set("from the parent");
        AtomicReference<@Nullable String> virtual = new AtomicReference<>();
        AtomicReference<@Nullable String> constructed = new AtomicReference<>();
        Thread a = Thread.ofVirtual().start(() -> virtual.set(INHERITED.get()));
        Thread b = new Thread(() -> constructed.set(INHERITED.get()));
        b.start();
        a.join();
        b.join();
        assertThat(virtual.get()).isEqualTo("from the parent");
        assertThat(constructed.get()).isEqualTo("from the parent");
        INHERITED.remove();
    }

    private static void scopedValues() throws Exception {
        ScopedValue.where(SCOPED, "bound").run(() -> assertThat(SCOPED.get()).isEqualTo("bound"));
        assertThat(Running.start(SCOPED::isBound).result()).isFalse();
    }

    private static void ownHandler() throws Exception {
        AtomicReference<Throwable> caught = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("on purpose");
        });
        thread.setUncaughtExceptionHandler((t, e) -> caught.set(e));
        thread.start();
        thread.join();
        assertThat(caught.get()).isInstanceOf(IllegalStateException.class).hasMessage("on purpose");
    }

    private static void builderHandler() throws Exception {
        List<String> caught = new ArrayList<>();
        Thread.UncaughtExceptionHandler handler = (t, e) -> {
            synchronized (caught) {
                caught.add(t.getName() + ": " + e.getMessage());
            }
        };
        Runnable fails = () -> {
            throw new IllegalStateException("on purpose");
        };
        Thread platform =
                Thread.ofPlatform().name("p").uncaughtExceptionHandler(handler).start(fails);
        Thread virtual =
                Thread.ofVirtual().name("v").uncaughtExceptionHandler(handler).start(fails);
        platform.join();
        virtual.join();
        assertThat(caught).containsExactlyInAnyOrder("p: on purpose", "v: on purpose");
    }

    private static void identifiers() throws Exception {
        List<Long> ids = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Thread thread =
                    i % 2 == 0 ? new Thread(() -> {}) : Thread.ofVirtual().unstarted(() -> {});
            threads.add(thread);
            ids.add(thread.threadId());
        }
        for (Thread thread : threads) {
            thread.start();
            thread.join();
        }
        assertThat(ids)
                .doesNotHaveDuplicates()
                .doesNotContain(Thread.currentThread().threadId());
    }

    private static void many() throws Exception {
        int[] count = new int[1];
        for (int round = 0; round < 3; round++) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                threads.add(Thread.startVirtualThread(() -> {
                    synchronized (count) {
                        count[0]++;
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(count[0]).isEqualTo(450);
    }
}
