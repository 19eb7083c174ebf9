package dev.gridlock.engine.check.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.check.transactions.Anomaly.Kind;
import dev.gridlock.engine.check.transactions.SimulatedDatabase.Level;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What databases show that keep an isolation level is what the level allows, and all of that is shown. */
class IsolationLevelTest {

    private static final int SEEDS = 200;

    private static Set<Kind> shown(Level level) {
        var kinds = EnumSet.noneOf(Kind.class);
        for (long seed = 1; seed <= SEEDS; seed++) {
            var history = new SimulatedDatabase(level, new SplittableRandom(seed)).run(60);
            new ListAppendChecker().check(history).forEach(anomaly -> kinds.add(anomaly.kind()));
        }
        return kinds;
    }

    @Test
    void oneAfterAnotherShowsNothing() {
        assertThat(shown(Level.SERIAL)).isEmpty();
    }

    @Test
    void snapshotsShowWriteSkewOnly() {
        assertThat(shown(Level.SNAPSHOT)).containsExactly(Kind.G2_ITEM);
    }

    @Test
    void committedReadsShowReadSkewAndWriteSkewOnly() {
        assertThat(shown(Level.READ_COMMITTED)).containsExactly(Kind.G_SINGLE, Kind.G2_ITEM);
    }
}
