package dev.gridlock.benchmarks;

import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lock.LockWord;
import dev.gridlock.proxy.lock.ParkingLotRwLock;
import dev.gridlock.proxy.lock.RwLockOptions;
import dev.gridlock.proxy.lock.RwLockVariant;
import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.ScheduleExplorer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Readers and writers with a timeout at one catalog lock, for a few rounds each: the smallest crowd in which the lock of parking_lot 0.12.3
 * breaks.
 *
 * <p>Readers hold the lock for about as long as writers are ready to wait, which is what makes the timeout meet the last reader's release.
 *
 * @param lock makes the lock of one try
 * @param readers how many threads read
 * @param writers how many threads write with a timeout
 * @param patientWriters how many threads write without one
 * @param rounds how often each does so
 */
public record LockExperiment(Supplier<CatalogLock> lock, int readers, int writers, int patientWriters, int rounds)
        implements ScheduleExplorer.Experiment {
    /** The word of a corrupt lock. */
    public static final String CORRUPTED = "lock word corrupted";

    /** Threads wait, and nobody holds the lock. */
    public static final String LOST_WAKEUP = "lost wakeup";

    private static final int HOLD_MIN_NANOS = 1_000;
    private static final int HOLD_MAX_NANOS = 5_000;
    private static final int TIMEOUT_NANOS = 4_000;

    /** Three readers, two writers, four rounds. */
    public static LockExperiment small(Supplier<CatalogLock> lock) {
        return new LockExperiment(lock, 3, 2, 0, 4);
    }

    /**
     * A lock by its name whose waiters go to sleep at once: spinning changes no outcome that is possible, it only costs steps.
     *
     * @throws IllegalArgumentException if no lock has that name
     */
    public static CatalogLock withoutSpinning(String name) {
        return RwLockVariant.find(name)
                .<CatalogLock>map(variant ->
                        new ParkingLotRwLock(RwLockOptions.of(variant).withSpinTries(0)))
                .orElseGet(() -> CatalogLocks.create(name));
    }

    @Override
    public ScheduleExplorer.Trial begin(long seed) {
        return new LockTrial(lock.get(), new SplittableRandom(seed));
    }

    private final class LockTrial implements ScheduleExplorer.Trial {
        private final CatalogLock lock;
        private final SplittableRandom random;
        private int exclusive;
        private int shared;

        LockTrial(CatalogLock lock, SplittableRandom random) {
            this.lock = lock;
            this.random = random;
        }

        @Override
        public List<Program> threads() {
            List<Program> threads = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                threads.add(reader(random.split()));
            }
            for (int i = 0; i < writers; i++) {
                threads.add(writer(random.split()));
            }
            for (int i = 0; i < patientWriters; i++) {
                threads.add(patientWriter(random.split()));
            }
            return threads;
        }

        private Program reader(SplittableRandom own) {
            return () -> {
                for (int i = 0; i < rounds; i++) {
                    lock.lockShared();
                    shared++;
                    require(exclusive == 0, "a reader came in beside a writer");
                    hold(own);
                    shared--;
                    lock.unlockShared();
                }
            };
        }

        private Program writer(SplittableRandom own) {
            return () -> {
                for (int i = 0; i < rounds; i++) {
                    if (lock.tryLockExclusive(TIMEOUT_NANOS)) {
                        write(own);
                    }
                }
            };
        }

        private Program patientWriter(SplittableRandom own) {
            return () -> {
                for (int i = 0; i < rounds; i++) {
                    lock.lockExclusive();
                    write(own);
                }
            };
        }

        private void write(SplittableRandom own) throws InterruptedException {
            exclusive++;
            require(exclusive == 1 && shared == 0, "a writer came in beside others");
            hold(own);
            exclusive--;
            lock.unlockExclusive();
        }

        private static void hold(SplittableRandom own) throws InterruptedException {
            Thread.sleep(Duration.ofNanos(own.nextInt(HOLD_MIN_NANOS, HOLD_MAX_NANOS + 1)));
        }

        private static void require(boolean holds, String problem) {
            if (!holds) {
                throw new IllegalStateException(problem);
            }
        }

        @Override
        public @Nullable String judge(int stuck, List<Throwable> exceptions) {
            if (lock.word().isPresent() && new LockWord(lock.word().getAsLong()).isCorrupt()) {
                return CORRUPTED;
            }
            if (!exceptions.isEmpty()) {
                return String.valueOf(exceptions.getFirst().getMessage());
            }
            if (stuck > 0) {
                return LOST_WAKEUP;
            }
            return lock.word().orElse(0) == 0 ? null : "lock word is not zero at rest";
        }
    }
}
