package dev.gridlock.proxy.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A lock, actors that use it on threads of their own, and gates that hold an actor up at a {@link PausePoint}. With them a
 * test decides every step that matters; what it waits for is a state, never a time.
 */
final class LockStage implements AutoCloseable {

    /** Shorter than it takes to notice; where it has to last, a gate before the dequeue makes it last. */
    static final long TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** No test has more threads than this, nor more than one hold a thread. */
    private static final int THREADS = 4;

    private record Stop(String actor, PausePoint point) {}

    final ParkingLotRwLock lock;
    final GhostLedger ledger = new GhostLedger();
    private final Map<Stop, Gate> gates = new ConcurrentHashMap<>();
    private final List<Actor> actors = new ArrayList<>();

    LockStage(RwLockVariant variant) {
        this(variant, Fairness.NEVER);
    }

    LockStage(RwLockVariant variant, Fairness fairness) {
        this(variant, ParkingTable.forThreads(THREADS, fairness, 0));
    }

    LockStage(RwLockVariant variant, ParkingTable table) {
        lock = new ParkingLotRwLock(RwLockOptions.of(variant)
                .withParkingTable(table)
                .withPauseHook(this::pass)
                .withLedger(ledger));
    }

    private void pass(PausePoint point) {
        Gate gate = gates.get(new Stop(Thread.currentThread().getName(), point));
        if (gate != null) {
            gate.pass();
        }
    }

    /** A thread of that name. */
    Actor actor(String name) {
        var actor = new Actor(name);
        actors.add(actor);
        return actor;
    }

    /** A closed gate for one actor at one point. */
    Gate gate(Actor actor, PausePoint point) {
        var gate = new Gate();
        gates.put(new Stop(actor.name, point), gate);
        return gate;
    }

    /** Waits until the word is {@code expected} and the queues have these lengths. */
    void awaitState(long expected, int mainQueue, int writerQueue) {
        until(
                () -> word() == expected
                        && lock.mainQueueLength() == mainQueue
                        && lock.writerQueueLength() == writerQueue,
                () -> "Word " + new LockWord(expected) + " with queues " + mainQueue + " and " + writerQueue
                        + " did not come about; last seen: " + lock + " with queues " + lock.mainQueueLength()
                        + " and " + lock.writerQueueLength());
    }

    long word() {
        return lock.word().getAsLong();
    }

    void assertWord(long expected) {
        assertThat(new LockWord(word())).isEqualTo(new LockWord(expected));
    }

    /** The rules that the lock breaks now; for moments at which every actor is idle, parked or at a gate. */
    List<LockRule> brokenRules() {
        return LockInvariants.check(LockSnapshot.of(lock, ledger, THREADS)).stream()
                .map(LockViolation::rule)
                .toList();
    }

    /** Lets everybody go on who stands at a gate. */
    void openGates() {
        gates.values().forEach(Gate::open);
    }

    /** Ends the actors that can end; a test that leaves one parked for ever leaves a daemon thread behind. */
    @Override
    public void close() {
        openGates();
        actors.forEach(actor -> actor.executor.shutdown());
    }

    private static void until(BooleanSupplier condition, Supplier<String> failure) {
        long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - deadlineNanos).as(failure).isNegative();
            sleepBriefly();
        }
    }

    private static void sleepBriefly() {
        try {
            Thread.sleep(Duration.ofNanos(50_000));
        } catch (InterruptedException e) {
            throw new AssertionError("A test thread was interrupted", e);
        }
    }

    /** Where an actor is held up once. */
    static final class Gate {
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);

        private void pass() {
            reached.countDown();
            try {
                if (!opened.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                    throw new AssertionError("A gate stayed closed");
                }
            } catch (InterruptedException e) {
                throw new AssertionError("An actor was interrupted at a gate", e);
            }
        }

        /** Waits until the actor stands at the gate. */
        void awaitReached() {
            until(() -> reached.getCount() == 0, () -> "A gate was not reached");
        }

        /** Waits until the actor stands at the gate or has finished {@code work} on another way. */
        void awaitReachedUnlessDone(Future<?> work) {
            until(() -> reached.getCount() == 0 || work.isDone(), () -> "A gate was neither reached nor avoided");
        }

        void open() {
            opened.countDown();
        }
    }

    /** A thread that does one thing after another. */
    final class Actor {
        private final String name;
        private final ExecutorService executor;

        private Actor(String name) {
            this.name = name;
            executor = Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name(name).daemon().factory());
        }

        /** Has the actor do an operation that returns at once. */
        void does(Runnable operation) {
            get(starts(operation));
        }

        /** Has the actor do an operation that returns at once, and returns its result. */
        boolean tries(BooleanSupplier operation) {
            return get(startsTrying(operation));
        }

        /** Has the actor begin an operation that may block. */
        Future<?> starts(Runnable operation) {
            return executor.submit(() -> ledger.during(operation));
        }

        /** Has the actor begin an operation with a result that may block. */
        Future<Boolean> startsTrying(BooleanSupplier operation) {
            Callable<Boolean> call = () -> ledger.during(operation);
            return executor.submit(call);
        }
    }

    /** The result of an operation that is over, or about to be. */
    static <T> T get(Future<T> operation) {
        try {
            return operation.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("An operation that should be over is not, or failed", e);
        }
    }
}
