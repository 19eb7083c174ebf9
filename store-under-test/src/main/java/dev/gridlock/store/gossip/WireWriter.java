package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.SeqRange;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.value.SqlValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes the values that frames are made of. {@link WireReader} reads them. Not thread-safe.
 *
 * <p>Big-endian; a text or a blob is its length and its bytes; a list is its size and its elements. Consecutive changes of one
 * row share the row.
 */
final class WireWriter {
    private byte[] bytes;
    private int size;

    WireWriter(int expectedBytes) {
        bytes = new byte[expectedBytes];
    }

    byte[] toBytes() {
        return bytes.length == size ? bytes : Arrays.copyOf(bytes, size);
    }

    private int grow(int more) {
        int at = size;
        size = Math.addExact(size, more);
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(size, bytes.length * 2));
        }
        return at;
    }

    void int8(int value) {
        int at = grow(1);
        bytes[at] = (byte) value;
    }

    void int16(int value) {
        int8(value >> 8);
        int8(value);
    }

    void int32(int value) {
        int at = grow(Integer.BYTES);
        for (int i = 0; i < Integer.BYTES; i++) {
            bytes[at + i] = (byte) (value >> (24 - 8 * i));
        }
    }

    void int64(long value) {
        int at = grow(Long.BYTES);
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[at + i] = (byte) (value >> (56 - 8 * i));
        }
    }

    void text(String text) {
        blob(text.getBytes(StandardCharsets.UTF_8));
    }

    void blob(byte[] content) {
        int32(content.length);
        int at = grow(content.length);
        System.arraycopy(content, 0, bytes, at, content.length);
    }

    <T> void list(List<T> elements, Consumer<T> element) {
        int32(elements.size());
        elements.forEach(element);
    }

    void actor(ActorId actor) {
        int64(actor.uuid().getMostSignificantBits());
        int64(actor.uuid().getLeastSignificantBits());
    }

    void versions(List<VersionRange> ranges) {
        list(ranges, range -> {
            int64(range.start());
            int64(range.end());
        });
    }

    void seqs(List<SeqRange> ranges) {
        list(ranges, range -> {
            int64(range.start());
            int64(range.end());
        });
    }

    /** A change set: what is needed to know it again comes first, see {@link WireSet}. */
    void changeSet(ChangeSet set) {
        actor(set.actor());
        int64(set.version());
        int64(set.seqs().start());
        int64(set.seqs().end());
        int64(set.lastSeq());
        int64(set.time().bits());
        int32(set.changes().size());
        text(set.node());
        list(byRow(set.changes()), changes -> {
            row(changes.getFirst().row());
            list(changes, this::change);
        });
    }

    private static List<List<Change>> byRow(List<Change> changes) {
        List<List<Change>> rows = new ArrayList<>();
        for (Change change : changes) {
            if (rows.isEmpty() || !rows.getLast().getFirst().row().equals(change.row())) {
                rows.add(new ArrayList<>());
            }
            rows.getLast().add(change);
        }
        return rows;
    }

    private void row(RowKey row) {
        text(row.table());
        list(row.key(), this::value);
    }

    private void change(Change change) {
        text(change.column());
        value(change.value());
        int64(change.columnVersion());
        int64(change.causalLength());
        int64(change.seq());
    }

    private void value(SqlValue value) {
        int8(value.rank());
        switch (value) {
            case SqlValue.Null ignored -> {
                // its rank says it all
            }
            case SqlValue.Blob blob -> blob(blob.bytes());
            case SqlValue.Text text -> text(text.text());
            case SqlValue.Real real -> int64(Double.doubleToRawLongBits(real.number()));
            case SqlValue.Int integer -> int64(integer.number());
        }
    }
}
