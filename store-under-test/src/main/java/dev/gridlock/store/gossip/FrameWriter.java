package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import dev.gridlock.store.value.SqlValue;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Writes a frame as bytes. {@link FrameReader} reads them.
 *
 * <p>Big-endian; a text or a blob is its length and its bytes; a list is its size and its elements. Consecutive changes of one
 * row share the row.
 */
final class FrameWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    private final DataOutputStream out = new DataOutputStream(bytes);

    private FrameWriter() {}

    /** The bytes of a frame, without the length that goes before it on the wire. */
    static byte[] toBytes(Frame frame) {
        FrameWriter writer = new FrameWriter();
        try {
            writer.frame(frame);
        } catch (IOException e) {
            throw new UncheckedIOException("memory does not fail", e);
        }
        return writer.bytes.toByteArray();
    }

    private void frame(Frame frame) throws IOException {
        switch (frame) {
            case Frame.Hello hello -> {
                out.writeByte(FrameType.HELLO.code());
                out.writeInt(FrameType.PROTOCOL);
                actor(hello.actor());
                text(hello.node());
                out.writeShort(hello.clusterId());
                text(hello.address().toString());
                out.writeBoolean(hello.purpose() == Frame.Purpose.SYNC);
            }
            case Frame.Welcome welcome -> {
                out.writeByte(FrameType.WELCOME.code());
                actor(welcome.actor());
                text(welcome.node());
            }
            case Frame.Refusal refusal -> {
                out.writeByte(FrameType.REFUSAL.code());
                text(refusal.reason());
            }
            case Frame.Broadcast broadcast -> {
                out.writeByte(FrameType.BROADCAST.code());
                out.writeInt(broadcast.spreads().size());
                for (Spread spread : broadcast.spreads()) {
                    changeSets(spread.sets());
                    out.writeInt(spread.reached().size());
                    for (ActorId actor : spread.reached()) {
                        actor(actor);
                    }
                }
            }
            case Frame.Heads heads -> {
                out.writeByte(FrameType.HEADS.code());
                heads(heads.versions());
            }
            case Frame.Request request -> {
                out.writeByte(FrameType.REQUEST.code());
                ranges(request.wanted());
            }
            case Frame.Answer answer -> {
                out.writeByte(FrameType.ANSWER.code());
                changeSets(answer.sets());
                ranges(answer.emptied());
            }
            case Frame.Done ignored -> out.writeByte(FrameType.DONE.code());
        }
    }

    private void heads(SortedMap<ActorId, VersionSet> versions) throws IOException {
        out.writeInt(versions.size());
        for (Map.Entry<ActorId, VersionSet> entry : versions.entrySet()) {
            actor(entry.getKey());
            out.writeLong(entry.getValue().head());
            rangeList(entry.getValue().gaps());
        }
    }

    private void ranges(SortedMap<ActorId, List<VersionRange>> ranges) throws IOException {
        out.writeInt(ranges.size());
        for (Map.Entry<ActorId, List<VersionRange>> entry : ranges.entrySet()) {
            actor(entry.getKey());
            rangeList(entry.getValue());
        }
    }

    private void rangeList(List<VersionRange> ranges) throws IOException {
        out.writeInt(ranges.size());
        for (VersionRange range : ranges) {
            out.writeLong(range.start());
            out.writeLong(range.end());
        }
    }

    private void changeSets(List<ChangeSet> sets) throws IOException {
        out.writeInt(sets.size());
        for (ChangeSet set : sets) {
            actor(set.actor());
            text(set.node());
            out.writeLong(set.version());
            List<List<Change>> rows = byRow(set.changes());
            out.writeInt(rows.size());
            for (List<Change> changes : rows) {
                row(changes.getFirst().row());
                out.writeInt(changes.size());
                for (Change change : changes) {
                    change(change);
                }
            }
        }
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

    private void row(RowKey row) throws IOException {
        text(row.table());
        out.writeInt(row.key().size());
        for (SqlValue value : row.key()) {
            value(value);
        }
    }

    private void change(Change change) throws IOException {
        text(change.column());
        value(change.value());
        out.writeLong(change.columnVersion());
        out.writeLong(change.causalLength());
        out.writeLong(change.seq());
    }

    private void value(SqlValue value) throws IOException {
        out.writeByte(value.rank());
        switch (value) {
            case SqlValue.Null ignored -> {
                // its rank says it all
            }
            case SqlValue.Blob blob -> blob(blob.bytes());
            case SqlValue.Text text -> text(text.text());
            case SqlValue.Real real -> out.writeDouble(real.number());
            case SqlValue.Int integer -> out.writeLong(integer.number());
        }
    }

    private void actor(ActorId actor) throws IOException {
        out.writeLong(actor.uuid().getMostSignificantBits());
        out.writeLong(actor.uuid().getLeastSignificantBits());
    }

    private void text(String text) throws IOException {
        blob(text.getBytes(StandardCharsets.UTF_8));
    }

    private void blob(byte[] content) throws IOException {
        out.writeInt(content.length);
        out.write(content);
    }
}
