package dev.gridlock.store.crdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The merge is a join: order, grouping and repetition do not matter. Each failure names its seed. */
class RowStatePropertyTest {
    private static final int HISTORIES = 4_000;
    /** Enough for 100 000 pairs and triples. */
    private static final int MANY_HISTORIES = 20_000;

    @Test
    void mergingIsCommutativeForEveryPairOfAHistory() {
        int pairs = 0;
        for (long seed = 0; seed < MANY_HISTORIES; seed++) {
            List<ChangeSet> sets = History.generate(seed, 12);
            RowState start = History.mergeAll(sets.subList(0, sets.size() / 3));
            for (int i = 0; i + 1 < sets.size(); i++) {
                RowState there = History.merge(History.merge(start, sets.get(i)), sets.get(i + 1));
                RowState back = History.merge(History.merge(start, sets.get(i + 1)), sets.get(i));
                assertSame(there, back, seed, i);
                pairs++;
            }
        }
        assertThat(pairs).isGreaterThanOrEqualTo(100_000);
    }

    @Test
    void everyOrderOfEveryTripleOfAHistoryEndsInOneState() {
        int triples = 0;
        for (long seed = 0; seed < MANY_HISTORIES; seed++) {
            List<ChangeSet> sets = History.generate(seed, 12);
            for (int i = 0; i + 2 < sets.size(); i++) {
                ChangeSet a = sets.get(i);
                ChangeSet b = sets.get(i + 1);
                ChangeSet c = sets.get(i + 2);
                RowState expected = History.mergeAll(List.of(a, b, c));
                for (List<ChangeSet> order : List.of(
                        List.of(a, c, b), List.of(b, a, c), List.of(b, c, a), List.of(c, a, b), List.of(c, b, a))) {
                    assertSame(History.mergeAll(order), expected, seed, i);
                }
                triples++;
            }
        }
        assertThat(triples).isGreaterThanOrEqualTo(100_000);
    }

    @Test
    void mergingIsIdempotent() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            List<ChangeSet> sets = History.generate(seed, 12);
            RowState all = History.mergeAll(sets);
            for (ChangeSet set : sets) {
                assertSame(History.merge(all, set), all, seed, 0);
            }
        }
    }

    @Test
    void everyOrderAndEveryRepetitionOfAHistoryEndsInOneState() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            List<ChangeSet> sets = History.generate(seed, 16);
            RowState expected = History.mergeAll(sets);
            Random random = new Random(seed);
            for (int order = 0; order < 4; order++) {
                List<ChangeSet> shuffled = new ArrayList<>(sets);
                for (int i = 0; i < sets.size() / 2; i++) {
                    shuffled.add(sets.get(random.nextInt(sets.size())));
                }
                Collections.shuffle(shuffled, random);
                assertSame(History.mergeAll(shuffled), expected, seed, order);
            }
        }
    }

    /** What one site learnt from another in bulk equals what it would have learnt change by change. */
    @Test
    void mergingIsAssociativeOverTheSitesThatPassChangesOn() {
        for (long seed = 0; seed < HISTORIES; seed++) {
            List<ChangeSet> sets = History.generate(seed, 12);
            int cut = sets.size() / 2;
            RowState inOneGo = History.mergeAll(sets);
            RowState second = History.mergeAll(sets.subList(cut, sets.size()));
            RowState relayed = History.mergeAll(sets.subList(0, cut));
            for (ChangeSet passedOn : standing(second, sets)) {
                relayed = History.merge(relayed, passedOn);
            }
            assertSame(relayed, inOneGo, seed, cut);
        }
    }

    /** Compares first: describing an assertion costs more than a merge, and there are many. */
    private static void assertSame(RowState found, RowState expected, long seed, int step) {
        if (!found.equals(expected)) {
            assertThat(found).as("seed %d, step %d", seed, step).isEqualTo(expected);
        }
    }

    /** The changes that still stand in a state: what a node can pass on after it has merged. */
    private static List<ChangeSet> standing(RowState state, List<ChangeSet> sets) {
        List<ChangeSet> standing = new ArrayList<>();
        for (ChangeSet set : sets) {
            List<Change> left = set.changes().stream()
                    .filter(change -> stands(state, change, set.origin(change)))
                    .toList();
            if (!left.isEmpty()) {
                standing.add(ChangeSet.whole(set.actor(), set.node(), set.version(), set.time(), left));
            }
        }
        return standing;
    }

    private static boolean stands(RowState state, Change change, Origin origin) {
        if (change.isSentinel()) {
            return origin.equals(state.sentinel());
        }
        Cell cell = state.cells().get(change.column());
        return cell != null && cell.origin().equals(origin);
    }
}
