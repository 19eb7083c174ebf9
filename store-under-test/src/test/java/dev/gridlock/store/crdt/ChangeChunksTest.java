package dev.gridlock.store.crdt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.value.SqlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ChangeChunksTest {
    private static final ActorId ACTOR = new ActorId(new UUID(1, 2));

    @Test
    void aSmallSetStaysOne() {
        ChangeSet set = set(List.of(change(0, 10), change(1, 10)), 1);
        assertThat(ChangeChunks.split(set, ChangeChunks.DEFAULT_BYTES)).containsExactly(set);
    }

    @Test
    void partsFollowEachOtherAndCoverTheWholeTransaction() {
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            List<Change> changes = new ArrayList<>();
            long seq = 0;
            for (int i = 0; i < 1 + random.nextInt(60); i++) {
                seq += 1 + random.nextInt(3);
                changes.add(change(seq, random.nextInt(400)));
            }
            ChangeSet set = set(changes, seq + random.nextInt(3));
            int bytes = 1 + random.nextInt(2_000);
            List<ChangeSet> parts = ChangeChunks.split(set, bytes);
            long next = 0;
            for (ChangeSet part : parts) {
                assertThat(part.seqs().start()).as("round %d", round).isEqualTo(next);
                next = part.seqs().end() + 1;
                assertThat(part.lastSeq()).isEqualTo(set.lastSeq());
                assertThat(part.time()).isEqualTo(set.time());
                assertThat(weightWithoutLastTwo(part)).isLessThan(bytes);
            }
            assertThat(next).isEqualTo(set.lastSeq() + 1);
            assertThat(parts.stream().flatMap(part -> part.changes().stream()).toList())
                    .isEqualTo(changes);
        }
    }

    /** A part may exceed the size by the change that reached it, and the last part by one more. */
    private static int weightWithoutLastTwo(ChangeSet part) {
        return part.changes().stream()
                .limit(Math.max(0, part.changes().size() - 2))
                .mapToInt(ChangeChunks::estimatedBytes)
                .sum();
    }

    @Test
    void aSizeOfNothingIsRefused() {
        ChangeSet set = set(List.of(change(0, 1)), 0);
        assertThatThrownBy(() -> ChangeChunks.split(set, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("found a part size of 0 bytes, expected at least 1");
    }

    private static ChangeSet set(List<Change> changes, long lastSeq) {
        return new ChangeSet(ACTOR, "n", 3, new SeqRange(0, lastSeq), lastSeq, HybridTime.ofMillis(5), changes);
    }

    private static Change change(long seq, int length) {
        RowKey row = new RowKey("t", List.of(SqlValue.of(seq)));
        return new Change(row, "a", SqlValue.of("x".repeat(length)), 1, 1, seq);
    }
}
