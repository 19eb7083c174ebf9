package dev.gridlock.store.crdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ActorVersionsTest {
    @Test
    void partsThatArriveInAnyOrderMakeTheWhole() {
        for (int seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long last = random.nextLong(0, 40);
            PartialVersion partial = PartialVersion.unseen(last);
            TreeSet<Long> open = new TreeSet<>();
            for (long seq = 0; seq <= last; seq++) {
                open.add(seq);
            }
            while (!open.isEmpty()) {
                long start = random.nextLong(0, last + 1);
                SeqRange part = new SeqRange(start, random.nextLong(start, last + 1));
                partial = partial.with(part, last);
                open.removeIf(part::contains);
                assertThat(partial.isComplete()).as("seed %s", seed).isEqualTo(open.isEmpty());
                for (long seq = 0; seq <= last; seq++) {
                    long wanted = seq;
                    assertThat(partial.missing().stream().anyMatch(range -> range.contains(wanted)))
                            .as("seed %s, seq %s of %s", seed, seq, partial)
                            .isEqualTo(open.contains(seq));
                }
            }
        }
    }

    @Test
    void aSenderThatKnowsALaterEndMakesMoreMissing() {
        PartialVersion partial = PartialVersion.unseen(4).with(new SeqRange(0, 4), 4);
        assertThat(partial.isComplete()).isTrue();
        assertThat(partial.with(new SeqRange(7, 7), 9).missing())
                .containsExactly(new SeqRange(5, 6), new SeqRange(8, 9));
    }

    @Test
    void missingSeqsMustLieWithinTheTransaction() {
        assertThatThrownBy(() -> new PartialVersion(3, List.of(new SeqRange(2, 4))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("last seq 3");
        assertThatThrownBy(() -> new PartialVersion(9, List.of(new SeqRange(2, 4), new SeqRange(4, 5))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aPartialVersionIsNeededInPartOnly() {
        ActorVersions here = versions(5, Map.of(7L, new PartialVersion(9, List.of(new SeqRange(3, 9)))));
        assertThat(here.head()).isEqualTo(7);
        assertThat(here.need()).containsExactly(VersionRange.of(6));
    }

    @Test
    void whatTheOtherHasAsAWholeIsAskedForInFullOrForTheMissingSeqs() {
        ActorVersions here = versions(5, Map.of(7L, new PartialVersion(9, List.of(new SeqRange(3, 9)))));
        ActorVersions.Needs needs = here.missingFrom(versions(8, Map.of()));
        assertThat(needs.full()).containsExactly(VersionRange.of(6), VersionRange.of(8));
        assertThat(needs.partial()).containsOnly(Map.entry(7L, new PartialVersion(9, List.of(new SeqRange(3, 9)))));
    }

    @Test
    void whatTheOtherHasInPartIsAskedForInPart() {
        ActorVersions here = versions(5, Map.of(7L, new PartialVersion(9, List.of(new SeqRange(3, 9)))));
        ActorVersions there = versions(
                5,
                Map.of(
                        6L, new PartialVersion(2, List.of(new SeqRange(0, 0))),
                        7L, new PartialVersion(9, List.of(new SeqRange(0, 5)))));
        ActorVersions.Needs needs = here.missingFrom(there);
        assertThat(needs.full()).isEmpty();
        assertThat(needs.partial())
                .containsOnly(
                        Map.entry(6L, new PartialVersion(2, List.of(new SeqRange(1, 2)))),
                        Map.entry(7L, new PartialVersion(9, List.of(new SeqRange(6, 9)))));
        assertThat(there.missingFrom(there).isEmpty()).isTrue();
    }

    private static ActorVersions versions(long head, Map<Long, PartialVersion> partials) {
        return new ActorVersions(VersionSet.of(head, List.of()), new TreeMap<>(partials));
    }
}
