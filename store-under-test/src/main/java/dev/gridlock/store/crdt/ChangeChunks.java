package dev.gridlock.store.crdt;

import dev.gridlock.store.value.SqlValue;
import java.util.ArrayList;
import java.util.List;

/** Cuts a transaction into parts that are small enough to travel well, as Corrosion does with its chunks of changes. */
public final class ChangeChunks {
    /** Estimated bytes of a part that Corrosion aims at. */
    public static final int DEFAULT_BYTES = 8 * 1024;

    /** What a change weighs beside its texts: column version, causal length, seq, lengths. */
    private static final int FIXED_BYTES = 32;

    private ChangeChunks() {}

    /**
     * Parts of a change set, in order. Each takes changes until it reaches the given size, at least one; the seqs of the parts follow
     * each other without holes, and all together are those of the change set. One that is small enough comes back as it is.
     *
     * @param bytes estimated size that ends a part, at least 1
     */
    public static List<ChangeSet> split(ChangeSet set, int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("found a part size of " + bytes + " bytes, expected at least 1");
        }
        List<ChangeSet> parts = new ArrayList<>();
        List<Change> changes = set.changes();
        long start = set.seqs().start();
        int from = 0;
        long size = 0;
        for (int i = 0; i < changes.size() - 1; i++) {
            size += estimatedBytes(changes.get(i));
            if (size >= bytes) {
                long end = changes.get(i).seq();
                parts.add(part(set, new SeqRange(start, end), changes.subList(from, i + 1)));
                start = end + 1;
                from = i + 1;
                size = 0;
            }
        }
        if (parts.isEmpty()) {
            return List.of(set);
        }
        parts.add(part(set, new SeqRange(start, set.seqs().end()), changes.subList(from, changes.size())));
        return parts;
    }

    private static ChangeSet part(ChangeSet set, SeqRange seqs, List<Change> changes) {
        return new ChangeSet(set.actor(), set.node(), set.version(), seqs, set.lastSeq(), set.time(), changes);
    }

    /** About how many bytes a change takes on the way. */
    public static int estimatedBytes(Change change) {
        int bytes =
                FIXED_BYTES + change.row().table().length() + change.column().length() + estimatedBytes(change.value());
        for (SqlValue value : change.row().key()) {
            bytes += estimatedBytes(value);
        }
        return bytes;
    }

    private static int estimatedBytes(SqlValue value) {
        return switch (value) {
            case SqlValue.Null ignored -> 1;
            case SqlValue.Blob blob -> blob.bytes().length;
            case SqlValue.Text text -> text.text().length();
            case SqlValue.Real ignored -> Double.BYTES;
            case SqlValue.Int ignored -> Long.BYTES;
        };
    }
}
