package dev.gridlock.proxy.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every catalog lock promises, uncontended and with two threads. */
class CatalogLocksTest {

    private static final long BRIEF_NANOS = 100_000;

    private final ExecutorService other =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    @AfterEach
    void end() {
        other.shutdownNow();
    }

    private static List<String> names() {
        return CatalogLocks.names();
    }

    @Test
    void listsTheLocksOfTheConfiguration() {
        assertThat(CatalogLocks.names())
                .containsExactly(
                        "parking-lot-0.12.3",
                        "parking-lot-0.12.3+pr466a",
                        "parking-lot-0.12.5",
                        "reentrant",
                        "stamped",
                        "signal-stealing");
    }

    @ParameterizedTest
    @MethodSource("names")
    void createsALockOfThatName(String name) {
        assertThat(CatalogLocks.create(name).name()).isEqualTo(name);
        assertThat(CatalogLocks.create(name)).isNotSameAs(CatalogLocks.create(name));
    }

    @Test
    void namesTheLocksThereAreWhenAskedForAnother() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CatalogLocks.create("parking-lot"))
                .withMessage("The catalog lock is \"parking-lot\", expected one of parking-lot-0.12.3, "
                        + "parking-lot-0.12.3+pr466a, parking-lot-0.12.5, reentrant, stamped, signal-stealing.");
    }

    @ParameterizedTest
    @MethodSource("names")
    void admitsReadersTogetherAndNoWriterBesideThem(String name) {
        var lock = CatalogLocks.create(name);
        lock.lockShared();
        assertThat(elsewhere(() -> lock.tryLockShared() && lock.tryLockShared(BRIEF_NANOS)))
                .isTrue();
        assertThat(elsewhere(lock::tryLockExclusive)).isFalse();
        assertThat(elsewhere(() -> lock.tryLockExclusive(BRIEF_NANOS))).isFalse();
        lock.unlockShared();
        assertThat(elsewhere(lock::tryLockExclusive)).isFalse();
        elsewhere(() -> {
            lock.unlockShared();
            lock.unlockShared();
            return true;
        });
        assertThat(elsewhere(() -> lock.tryLockExclusive(BRIEF_NANOS))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("names")
    void admitsAWriterAlone(String name) {
        var lock = CatalogLocks.create(name);
        lock.lockExclusive();
        assertThat(elsewhere(lock::tryLockShared)).isFalse();
        assertThat(elsewhere(() -> lock.tryLockShared(BRIEF_NANOS))).isFalse();
        assertThat(elsewhere(lock::tryLockExclusive)).isFalse();
        assertThat(elsewhere(() -> lock.tryLockExclusive(BRIEF_NANOS))).isFalse();
        lock.unlockExclusive();
        assertThat(elsewhere(lock::tryLockExclusive)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("names")
    void waitsAtLeastAsLongAsItWasTold(String name) {
        var lock = CatalogLocks.create(name);
        lock.lockExclusive();
        assertThat(elsewhere(() -> {
                    long startNanos = System.nanoTime();
                    boolean taken = lock.tryLockShared(5_000_000) || lock.tryLockExclusive(5_000_000);
                    return !taken && System.nanoTime() - startNanos >= 10_000_000;
                }))
                .isTrue();
    }

    @ParameterizedTest
    @MethodSource("names")
    void goesOnWaitingWhenInterruptedAndTellsTheCaller(String name) throws Exception {
        var lock = CatalogLocks.create(name);
        lock.lockExclusive();
        var outcome = new boolean[2];
        Thread waiter = Thread.ofVirtual().start(() -> {
            outcome[0] = lock.tryLockShared(Duration.ofMinutes(1).toNanos());
            outcome[1] = Thread.currentThread().isInterrupted();
        });
        waiter.interrupt();
        assertThat(waiter.join(Duration.ofMillis(20))).isFalse();
        lock.unlockExclusive();
        assertThat(waiter.join(Duration.ofSeconds(20))).isTrue();
        assertThat(outcome).containsExactly(true, true);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void refusesATimeoutThatIsNotPositive(long timeoutNanos) {
        for (String name : CatalogLocks.names()) {
            var lock = CatalogLocks.create(name);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> lock.tryLockShared(timeoutNanos))
                    .withMessage(
                            "The lock timeout is " + timeoutNanos + " ns, expected a positive number of nanoseconds.");
            assertThatIllegalArgumentException().isThrownBy(() -> lock.tryLockExclusive(timeoutNanos));
            assertThat(elsewhere(lock::tryLockExclusive)).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void showsAWordIfItHasOne(String name) {
        var lock = CatalogLocks.create(name);
        lock.lockShared();
        if (name.startsWith("parking-lot") || name.equals("signal-stealing")) {
            assertThat(lock.word()).hasValue(0x10);
        } else {
            assertThat(lock.word()).isEmpty();
        }
        lock.unlockShared();
    }

    private boolean elsewhere(BooleanSupplier operation) {
        return LockStage.get(other.submit(operation::getAsBoolean));
    }
}
