package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.HybridTime;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.SeqRange;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.value.SqlValue;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Reads the values that {@link WireWriter} writes. Trusts nothing: whatever is malformed is refused. Not thread-safe. */
final class WireReader {
    private final ByteBuffer in;

    private WireReader(byte[] bytes) {
        this.in = ByteBuffer.wrap(bytes);
    }

    /** Reads one thing. */
    interface Part<T> {
        T read(WireReader in) throws ProtocolException;
    }

    /**
     * Reads what fills the bytes exactly.
     *
     * @throws ProtocolException when the bytes are anything else
     */
    static <T> T readAll(byte[] bytes, Part<T> part) throws ProtocolException {
        WireReader reader = new WireReader(bytes);
        T found = reader.guarded(part, bytes.length);
        if (reader.in.hasRemaining()) {
            throw new ProtocolException("found " + reader.in.remaining() + " bytes after the end, expected none");
        }
        return found;
    }

    /** Reads what the bytes begin with. */
    static <T> T readStart(byte[] bytes, Part<T> part) throws ProtocolException {
        return new WireReader(bytes).guarded(part, bytes.length);
    }

    private <T> T guarded(Part<T> part, int length) throws ProtocolException {
        try {
            return part.read(this);
        } catch (BufferUnderflowException e) {
            throw new ProtocolException("found content that ends early, after " + length + " bytes");
        } catch (IllegalArgumentException e) {
            throw new ProtocolException("found an impossible content: " + e.getMessage());
        }
    }

    int int8() {
        return in.get();
    }

    /** One of some values, by its place among them. */
    <T> T choice(String what, List<T> values) throws ProtocolException {
        int code = in.get();
        if (code < 0 || code >= values.size()) {
            throw new ProtocolException("found " + what + " " + code + ", expected 0 to " + (values.size() - 1));
        }
        return values.get(code);
    }

    int int16() {
        return Short.toUnsignedInt(in.getShort());
    }

    int int32() {
        return in.getInt();
    }

    long int64() {
        return in.getLong();
    }

    String text() throws ProtocolException {
        return new String(blob(), StandardCharsets.UTF_8);
    }

    byte[] blob() throws ProtocolException {
        byte[] bytes = new byte[count(1)];
        in.get(bytes);
        return bytes;
    }

    /** A list whose elements take at least the given number of bytes each, so that a wrong size costs no memory. */
    <T> List<T> list(int leastBytesEach, Part<T> element) throws ProtocolException {
        int count = count(leastBytesEach);
        List<T> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(element.read(this));
        }
        return elements;
    }

    private int count(int leastBytesEach) throws ProtocolException {
        int count = in.getInt();
        if (count < 0 || (long) count * leastBytesEach > in.remaining()) {
            throw new ProtocolException("found a list of " + count + " with " + in.remaining() + " bytes left");
        }
        return count;
    }

    ActorId actor() {
        long high = in.getLong();
        return new ActorId(new UUID(high, in.getLong()));
    }

    List<VersionRange> versions() throws ProtocolException {
        return list(2 * Long.BYTES, in -> {
            long start = in.int64();
            return new VersionRange(start, in.int64());
        });
    }

    List<SeqRange> seqs() throws ProtocolException {
        return list(2 * Long.BYTES, WireReader::seqRange);
    }

    SeqRange seqRange() {
        long start = in.getLong();
        return new SeqRange(start, in.getLong());
    }

    ChangeSet changeSet() throws ProtocolException {
        ActorId actor = actor();
        long version = int64();
        SeqRange seqs = seqRange();
        long lastSeq = int64();
        HybridTime time = new HybridTime(int64());
        int size = int32();
        String node = text();
        List<List<Change>> rows = list(Long.BYTES, WireReader::changesOfRow);
        List<Change> changes = rows.stream().flatMap(List::stream).toList();
        if (changes.size() != size) {
            throw new ProtocolException("found " + changes.size() + " changes, expected " + size);
        }
        return new ChangeSet(actor, node, version, seqs, lastSeq, time, changes);
    }

    private List<Change> changesOfRow() throws ProtocolException {
        String table = text();
        List<SqlValue> key = list(1, WireReader::value);
        RowKey row = new RowKey(table, key);
        return list(3 * Long.BYTES, in -> new Change(row, in.text(), in.value(), in.int64(), in.int64(), in.int64()));
    }

    private SqlValue value() throws ProtocolException {
        int rank = in.get();
        return switch (rank) {
            case 1 -> SqlValue.Null.VALUE;
            case 2 -> SqlValue.of(blob());
            case 3 -> SqlValue.of(text());
            case 4 -> SqlValue.of(in.getDouble());
            case 5 -> SqlValue.of(in.getLong());
            default -> throw new ProtocolException("found a value of kind " + rank + ", expected 1 to 5");
        };
    }
}
