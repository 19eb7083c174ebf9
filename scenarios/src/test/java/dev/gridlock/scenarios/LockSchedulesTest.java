package dev.gridlock.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.benchmarks.LockExperiment;
import dev.gridlock.proxy.lock.WriterPreferringRwLock;
import dev.gridlock.simulator.ScheduleExplorer;
import dev.gridlock.simulator.ScheduleExplorer.Exploration;
import dev.gridlock.simulator.SimulationOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random schedules of a few threads at each catalog lock, by seed. */
class LockSchedulesTest {

    private static final SimulationOptions OPTIONS =
            SimulationOptions.of(0).withMaxSteps(100_000).withSchedulingPoints(List.of("dev.gridlock.proxy.lock."));

    private static final int FEW = 2_000;
    private static final int MANY = 100_000;

    @Test
    void theLockOf0123IsCorruptedWithin2000Schedules() {
        Exploration explored = explore(small("parking-lot-0.12.3"), 1, FEW);

        assertThat(explored.problems()).containsOnlyKeys(LockExperiment.CORRUPTED);
    }

    @Test
    void aSeedThatCorruptsDoesSoAlone() {
        long seed = explore(small("parking-lot-0.12.3"), 1, FEW)
                .firstSeed(LockExperiment.CORRUPTED)
                .orElseThrow();

        Exploration alone = explore(small("parking-lot-0.12.3"), seed, 1);

        assertThat(alone.firstSeeds()).containsEntry(LockExperiment.CORRUPTED, seed);
    }

    @Test
    void theFirstFixAloneLosesWakeupsAndNeverCorrupts() {
        var withPatientWriter =
                new LockExperiment(() -> LockExperiment.withoutSpinning("parking-lot-0.12.3+pr466a"), 3, 2, 1, 4);

        Exploration explored = explore(withPatientWriter, 1, 10 * FEW);

        assertThat(explored.problems()).containsOnlyKeys(LockExperiment.LOST_WAKEUP);
    }

    @Test
    void bothFixesLoseNoWakeup() {
        var withPatientWriter =
                new LockExperiment(() -> LockExperiment.withoutSpinning("parking-lot-0.12.5"), 3, 2, 1, 4);

        assertThat(explore(withPatientWriter, 1, 10 * FEW).problems()).isEmpty();
    }

    @Test
    void aWaiterThatLeavesWithTheWakeUpLosesIt() {
        Exploration explored = explore(small("signal-stealing"), 1, 10 * FEW);

        assertThat(explored.problems()).containsOnlyKeys(LockExperiment.LOST_WAKEUP);
    }

    @Test
    void theSameLockLosesNoneWhenItPassesTheWakeUpOn() {
        var sound = LockExperiment.small(() -> new WriterPreferringRwLock("sound", Runnable::run));

        assertThat(explore(sound, 1, 10 * FEW).problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parking-lot-0.12.5", "reentrant", "stamped"})
    void soundLocksShowNothingIn100000Schedules(String lock) {
        Exploration explored = explore(small(lock), 1, MANY);

        assertThat(explored.problems()).isEmpty();
        assertThat(explored.schedules()).isEqualTo(MANY);
    }

    private static LockExperiment small(String lock) {
        return LockExperiment.small(() -> LockExperiment.withoutSpinning(lock));
    }

    private static Exploration explore(LockExperiment experiment, long firstSeed, long count) {
        return ScheduleExplorer.explore(OPTIONS, firstSeed, count, experiment);
    }
}
