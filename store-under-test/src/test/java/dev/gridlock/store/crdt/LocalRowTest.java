package dev.gridlock.store.crdt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.value.SqlValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LocalRowTest {
    private static final RowKey ROW = new RowKey("t", List.of(SqlValue.of(1)));
    private static final ActorId SELF = new ActorId(new UUID(0, 1));
    private static final Map<String, SqlValue> VALUES = Map.of("x", SqlValue.of("vx"), "y", SqlValue.of("vy"));
    private static final RowEdit INSERT = new RowEdit.Inserted(Set.of("x", "y"));
    private static final RowEdit UPDATE_X = new RowEdit.Updated(Set.of("x"));
    private static final RowEdit DELETE = new RowEdit.Deleted();

    @Test
    void anInsertGivesEachColumnVersionOneAndNeedsNoAnnouncement() {
        assertThat(changes(replay(RowState.UNKNOWN, 0, INSERT))).containsExactly("x:1/1#0", "y:1/1#1");
    }

    @Test
    void anUpdateCountsOnlyItsColumn() {
        RowState inserted = replay(RowState.UNKNOWN, 0, INSERT).after();
        LocalRow updated = replay(inserted, 5, UPDATE_X);
        assertThat(changes(updated)).containsExactly("x:2/1#5");
        assertThat(updated.after().cells().get("y")).isEqualTo(inserted.cells().get("y"));
    }

    @Test
    void aDeleteIsOneAnnouncementAndDropsTheColumns() {
        RowState inserted = replay(RowState.UNKNOWN, 0, INSERT).after();
        LocalRow deleted = replay(inserted, 0, DELETE);
        assertThat(changes(deleted)).containsExactly("-1:2/2#0");
        assertThat(deleted.after().cells()).isEmpty();
        assertThat(deleted.after().isAlive()).isFalse();
    }

    @Test
    void aRowThatComesBackAnnouncesItsNewLifeAndCountsFromOne() {
        RowState deleted = replay(replay(RowState.UNKNOWN, 0, INSERT, UPDATE_X).after(), 0, DELETE)
                .after();
        assertThat(changes(replay(deleted, 0, INSERT))).containsExactly("-1:3/3#0", "x:1/3#1", "y:1/3#2");
    }

    @Test
    void replacingARowCountsEveryColumn() {
        RowState inserted = replay(RowState.UNKNOWN, 0, INSERT).after();
        assertThat(changes(replay(inserted, 0, INSERT))).containsExactly("x:2/1#0", "y:2/1#1");
    }

    @Test
    void severalStatementsOnOneRowCountOneByOneAndTravelOnce() {
        assertThat(changes(replay(RowState.UNKNOWN, 0, INSERT, UPDATE_X, UPDATE_X)))
                .containsExactly("x:3/1#0", "y:1/1#1");
    }

    @Test
    void aRowInsertedAndDeletedInOneTransactionIsADelete() {
        assertThat(changes(replay(RowState.UNKNOWN, 0, INSERT, DELETE))).containsExactly("-1:2/2#0");
    }

    @Test
    void aRowOfOnlyAKeyIsAnnounced() {
        assertThat(changes(replay(RowState.UNKNOWN, 0, new RowEdit.Inserted(Set.of()))))
                .containsExactly("-1:1/1#0");
    }

    @Test
    void anUpdateOfARowWithoutHistoryBeginsItsLife() {
        assertThat(changes(replay(RowState.UNKNOWN, 0, UPDATE_X))).containsExactly("x:1/1#0");
    }

    private static LocalRow replay(RowState before, long firstSeq, RowEdit... edits) {
        return LocalRow.replay(ROW, before, List.of(edits), VALUES, SELF, 9, firstSeq);
    }

    private static List<String> changes(LocalRow row) {
        return row.changes().stream()
                .map(c -> c.column() + ":" + c.columnVersion() + "/" + c.causalLength() + "#" + c.seq())
                .toList();
    }
}
