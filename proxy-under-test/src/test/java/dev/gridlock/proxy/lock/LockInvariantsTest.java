package dev.gridlock.proxy.lock;

import static dev.gridlock.proxy.lock.LockRule.I1;
import static dev.gridlock.proxy.lock.LockRule.I2;
import static dev.gridlock.proxy.lock.LockRule.I3;
import static dev.gridlock.proxy.lock.LockRule.I4;
import static dev.gridlock.proxy.lock.LockRule.I5;
import static dev.gridlock.proxy.lock.LockRule.I6;
import static dev.gridlock.proxy.lock.LockRule.I7;
import static dev.gridlock.proxy.lock.LockRule.I8;
import static dev.gridlock.proxy.lock.LockRule.Q1;
import static dev.gridlock.proxy.lock.LockRule.Q2;
import static dev.gridlock.proxy.lock.LockRule.Q3;
import static dev.gridlock.proxy.lock.LockRule.Q4;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LockInvariantsTest {

    private static final int LIVE_THREADS = 4;

    private record Case(String about, LockSnapshot snapshot, List<LockRule> broken) {
        @Override
        public String toString() {
            return about;
        }
    }

    private static Case state(
            String about,
            long word,
            int mainQueue,
            int writerQueue,
            GhostCounts ghosts,
            int inside,
            LockRule... broken) {
        return new Case(
                about, new LockSnapshot(word, mainQueue, writerQueue, ghosts, LIVE_THREADS, inside), List.of(broken));
    }

    private static GhostCounts ghosts(int shared, int upgradable, int writers, int owners) {
        return new GhostCounts(shared, upgradable, writers, owners);
    }

    private static List<Case> legal() {
        return List.of(
                state("released", 0x0, 0, 0, GhostCounts.NONE, 0),
                state("as many readers as there are threads", 0x40, 0, 0, ghosts(4, 0, 0, 0), 0),
                state("a reader and an upgradable holder", 0x24, 0, 0, ghosts(1, 1, 0, 0), 0),
                state("a pending writer, parked", 0x1A, 0, 1, ghosts(1, 0, 1, 0), 1),
                state("an owner, two threads queued", 0x09, 2, 0, ghosts(0, 0, 1, 1), 2),
                state("PARKED set, its thread not queued yet", 0x1B, 0, 1, ghosts(1, 0, 1, 0), 2),
                state("WRITER_PARKED left over with the owner", 0x0A, 0, 0, ghosts(0, 0, 1, 1), 0),
                state("WRITER_PARKED left over after a downgrade", 0x12, 0, 0, ghosts(1, 0, 0, 0), 0),
                state("a free lock, a woken thread on its way to it", 0x1, 1, 0, GhostCounts.NONE, 2),
                state("a free lock, PARKED set by a thread on its way", 0x1, 0, 0, GhostCounts.NONE, 1),
                state("a pending writer whose last reader is about to wake it", 0x0A, 0, 1, ghosts(0, 0, 1, 0), 2));
    }

    private static List<Case> illegal() {
        return List.of(
                state("a reader too many in the word", 0x10, 0, 0, GhostCounts.NONE, 1, I1),
                state("a reader too few in the word", 0x10, 0, 0, ghosts(2, 0, 0, 0), 0, I1),
                state("an upgradable holder without its bit", 0x12, 0, 0, ghosts(0, 1, 0, 0), 0, I2),
                state("the upgradable bit without a holder", 0x14, 0, 0, ghosts(1, 0, 0, 0), 0, I2),
                state("two upgradable holders", 0x24, 0, 0, ghosts(0, 2, 0, 0), 0, I2),
                state("a pending writer without its bit", 0x10, 0, 0, ghosts(1, 0, 1, 0), 1, I3),
                state("the writer bit without a writer", 0x18, 0, 0, ghosts(1, 0, 0, 0), 1, I3),
                state("two writers", 0x08, 0, 0, ghosts(0, 0, 2, 2), 0, I3),
                state("an upgradable holder beside a pending writer", 0x1C, 0, 0, ghosts(0, 1, 1, 0), 1, I4),
                state("a queued thread without PARKED", 0x10, 1, 0, ghosts(1, 0, 0, 0), 1, I5),
                state("a parked writer without WRITER_PARKED", 0x18, 0, 1, ghosts(1, 0, 1, 0), 1, I6),
                state("two parked writers", 0x1A, 0, 2, ghosts(1, 0, 1, 0), 2, I6),
                state("a reader beside an owner", 0x18, 0, 0, ghosts(1, 0, 1, 1), 0, I7),
                state("more readers than threads", 0x50, 0, 0, ghosts(5, 0, 0, 0), 0, I8),
                state("a bit left over on a released lock", 0x2, 0, 0, GhostCounts.NONE, 0, Q1),
                state("a queued thread on a released lock", 0x0, 1, 0, GhostCounts.NONE, 1, I5, Q2, Q3),
                state("a lost wake-up", 0x1, 1, 0, GhostCounts.NONE, 1, Q1, Q2, Q3),
                state("a lost wake-up of the pending writer", 0xA, 0, 1, ghosts(0, 0, 1, 0), 1, Q1, Q2, Q4),
                state("a leaked shared hold", 0x10, 0, 0, GhostCounts.NONE, 0, I1, Q1, Q4),
                state("the word of the incident", -1, 3, 0, GhostCounts.NONE, 3, I1, I2, I3, I4, I8, Q1, Q2, Q3, Q4));
    }

    @ParameterizedTest
    @MethodSource("legal")
    void acceptsWhatASoundLockGoesThrough(Case legal) {
        assertThat(LockInvariants.check(legal.snapshot())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("illegal")
    void namesEveryRuleThatIsBroken(Case illegal) {
        assertThat(LockInvariants.check(illegal.snapshot()))
                .extracting(LockViolation::rule)
                .containsExactlyElementsOf(illegal.broken());
    }

    @Test
    void everyRuleHasAStateThatBreaksIt() {
        assertThat(illegal().stream().map(Case::broken).flatMap(Collection::stream))
                .containsAll(EnumSet.allOf(LockRule.class));
    }

    @Test
    void saysWhatItFoundAndWhatItExpected() {
        var snapshot = new LockSnapshot(0x1, 1, 0, GhostCounts.NONE, LIVE_THREADS, 1);
        assertThat(LockInvariants.check(snapshot))
                .last()
                .hasToString(
                        "Q3: The word 0x0000000000000001 belongs to a lock that nobody holds, but 1 threads wait for"
                                + " a wake-up that nobody will send.");
    }
}
