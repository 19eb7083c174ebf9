package dev.gridlock.store.crdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class VersionSetTest {

    @Test
    void remembersGapsBelowTheHead() {
        VersionSet set = new VersionSet();
        set.add(new VersionRange(1, 3));
        set.add(new VersionRange(7, 9));
        set.add(VersionRange.of(8));
        assertThat(set.head()).isEqualTo(9);
        assertThat(set.gaps()).containsExactly(new VersionRange(4, 6));
        set.add(VersionRange.of(5));
        assertThat(set.gaps()).containsExactly(VersionRange.of(4), VersionRange.of(6));
        assertThat(set).hasToString("1..9 without " + set.gaps());
    }

    @Test
    void anythingAddedInAnyOrderEqualsTheNaiveSet() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            VersionSet set = new VersionSet();
            SortedSet<Long> naive = new TreeSet<>();
            for (int i = 0; i < 12; i++) {
                long start = 1L + random.nextInt(30);
                long end = start + random.nextInt(6);
                set.add(new VersionRange(start, end));
                for (long v = start; v <= end; v++) {
                    naive.add(v);
                }
                assertEqual(set, naive, seed);
                assertEqual(VersionSet.of(set.head(), set.gaps()), naive, seed);
            }
        }
    }

    private static void assertEqual(VersionSet set, SortedSet<Long> naive, long seed) {
        assertThat(set.head()).isEqualTo(naive.last());
        for (long v = 0; v < 40; v++) {
            if (set.contains(v) != naive.contains(v)) {
                fail("seed %d, version %d of %s, expected %s", seed, v, set, naive);
            }
        }
    }

    @Test
    void whatIsMissingFromAnotherSetIsExactlyTheDifference() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            VersionSet ours = randomSet(random);
            VersionSet theirs = randomSet(random);
            SortedSet<Long> missing = new TreeSet<>();
            for (VersionRange range : ours.missingFrom(theirs)) {
                for (long v = range.start(); v <= range.end(); v++) {
                    assertThat(missing.add(v))
                            .as("seed %d: ranges overlap", seed)
                            .isTrue();
                }
            }
            for (long v = 1; v < 60; v++) {
                if (missing.contains(v) != (theirs.contains(v) && !ours.contains(v))) {
                    fail("seed %d, version %d, ours %s, theirs %s, missing %s", seed, v, ours, theirs, missing);
                }
            }
        }
    }

    private static VersionSet randomSet(Random random) {
        VersionSet set = new VersionSet();
        for (int i = random.nextInt(5); i > 0; i--) {
            long start = 1L + random.nextInt(40);
            set.add(new VersionRange(start, start + random.nextInt(8)));
        }
        return set;
    }

    @Test
    void gapsThatReachTheHeadOrOverlapAreRefused() {
        assertThatThrownBy(() -> VersionSet.of(5, List.of(new VersionRange(4, 5))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("end before the head");
        assertThatThrownBy(() -> VersionSet.of(9, List.of(new VersionRange(2, 4), new VersionRange(4, 5))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
