package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import dev.gridlock.store.gossip.Frame.Purpose;
import dev.gridlock.store.value.SqlValue;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Reads a frame from bytes written by {@link FrameWriter}. Trusts nothing: whatever is malformed ends the connection. */
final class FrameReader {
    private final ByteBuffer in;

    private FrameReader(ByteBuffer in) {
        this.in = in;
    }

    /**
     * Reads one frame.
     *
     * @throws ProtocolException when the bytes are not exactly one frame
     */
    static Frame fromBytes(byte[] bytes) throws ProtocolException {
        FrameReader reader = new FrameReader(ByteBuffer.wrap(bytes));
        try {
            Frame frame = reader.frame();
            if (reader.in.hasRemaining()) {
                throw new ProtocolException("found " + reader.in.remaining() + " bytes after a frame, expected none");
            }
            return frame;
        } catch (BufferUnderflowException e) {
            throw new ProtocolException("found a frame that ends early, after " + bytes.length + " bytes");
        } catch (IllegalArgumentException e) {
            throw new ProtocolException("found a frame with an impossible content: " + e.getMessage());
        }
    }

    private Frame frame() throws ProtocolException {
        int code = in.get();
        FrameType type = FrameType.of(code)
                .orElseThrow(() -> new ProtocolException(
                        "found a frame of type " + code + ", expected 1 to " + FrameType.values().length));
        return switch (type) {
            case HELLO -> hello();
            case WELCOME -> new Frame.Welcome(actor(), text());
            case REFUSAL -> new Frame.Refusal(text());
            case BROADCAST -> new Frame.Broadcast(spreads());
            case HEADS -> new Frame.Heads(heads());
            case REQUEST -> new Frame.Request(ranges());
            case ANSWER -> new Frame.Answer(changeSets(), ranges());
            case DONE -> new Frame.Done();
        };
    }

    private Frame hello() throws ProtocolException {
        int protocol = in.getInt();
        if (protocol != FrameType.PROTOCOL) {
            throw new ProtocolException("found protocol " + Integer.toHexString(protocol) + ", expected "
                    + Integer.toHexString(FrameType.PROTOCOL));
        }
        ActorId actor = actor();
        String node = text();
        int clusterId = Short.toUnsignedInt(in.getShort());
        String address = text();
        Endpoint endpoint = Endpoint.parse(address)
                .orElseThrow(() -> new ProtocolException("found address \"" + address + "\", expected \"ip:port\""));
        int purpose = in.get();
        if (purpose != 0 && purpose != 1) {
            throw new ProtocolException("found purpose " + purpose + ", expected 0 (broadcast) or 1 (sync)");
        }
        return new Frame.Hello(actor, node, clusterId, endpoint, purpose == 1 ? Purpose.SYNC : Purpose.BROADCAST);
    }

    private SortedMap<ActorId, VersionSet> heads() throws ProtocolException {
        SortedMap<ActorId, VersionSet> heads = new TreeMap<>();
        int count = count(Long.BYTES);
        for (int i = 0; i < count; i++) {
            ActorId actor = actor();
            long head = in.getLong();
            heads.put(actor, VersionSet.of(head, rangeList()));
        }
        return heads;
    }

    private SortedMap<ActorId, List<VersionRange>> ranges() throws ProtocolException {
        SortedMap<ActorId, List<VersionRange>> ranges = new TreeMap<>();
        int count = count(Long.BYTES);
        for (int i = 0; i < count; i++) {
            ActorId actor = actor();
            ranges.put(actor, rangeList());
        }
        return ranges;
    }

    private List<VersionRange> rangeList() throws ProtocolException {
        int count = count(2 * Long.BYTES);
        List<VersionRange> ranges = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long start = in.getLong();
            ranges.add(new VersionRange(start, in.getLong()));
        }
        return ranges;
    }

    private List<Spread> spreads() throws ProtocolException {
        int count = count(Long.BYTES);
        List<Spread> spreads = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            List<ChangeSet> sets = changeSets();
            SortedSet<ActorId> reached = new TreeSet<>();
            int actors = count(2 * Long.BYTES);
            for (int a = 0; a < actors; a++) {
                reached.add(actor());
            }
            spreads.add(new Spread(sets, reached));
        }
        return spreads;
    }

    private List<ChangeSet> changeSets() throws ProtocolException {
        int count = count(Long.BYTES);
        List<ChangeSet> sets = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ActorId actor = actor();
            String node = text();
            long version = in.getLong();
            List<Change> changes = new ArrayList<>();
            int rows = count(Long.BYTES);
            for (int r = 0; r < rows; r++) {
                RowKey row = row();
                int cells = count(3 * Long.BYTES);
                for (int c = 0; c < cells; c++) {
                    changes.add(new Change(row, text(), value(), in.getLong(), in.getLong(), in.getLong()));
                }
            }
            sets.add(new ChangeSet(actor, node, version, changes));
        }
        return sets;
    }

    private RowKey row() throws ProtocolException {
        String table = text();
        int count = count(1);
        List<SqlValue> key = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            key.add(value());
        }
        return new RowKey(table, key);
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

    private ActorId actor() {
        long high = in.getLong();
        return new ActorId(new UUID(high, in.getLong()));
    }

    private String text() throws ProtocolException {
        return new String(blob(), StandardCharsets.UTF_8);
    }

    private byte[] blob() throws ProtocolException {
        byte[] bytes = new byte[count(1)];
        in.get(bytes);
        return bytes;
    }

    /** A size that the rest of the frame can hold, so that a wrong one costs no memory. */
    private int count(int leastBytesEach) throws ProtocolException {
        int count = in.getInt();
        if (count < 0 || (long) count * leastBytesEach > in.remaining()) {
            throw new ProtocolException("found a list of " + count + " with " + in.remaining() + " bytes left");
        }
        return count;
    }
}
