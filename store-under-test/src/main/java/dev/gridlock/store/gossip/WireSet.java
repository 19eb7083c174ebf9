package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.SeqRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A change set in the form in which it travels. Encoded once by its origin and handed on as it is; a node that knows it already
 * reads no more than its beginning. Immutable.
 */
final class WireSet {
    private final ActorId actor;
    private final long version;
    private final SeqRange seqs;
    private final int changes;
    private final byte[] bytes;
    /** Kept because it is needed several times; two threads may both decode it, to equal results. */
    private volatile @Nullable ChangeSet decoded;

    private WireSet(ActorId actor, long version, SeqRange seqs, int changes, byte[] bytes) {
        this.actor = actor;
        this.version = version;
        this.seqs = seqs;
        this.changes = changes;
        this.bytes = bytes;
    }

    static WireSet of(ChangeSet set) {
        WireWriter out = new WireWriter(256);
        out.changeSet(set);
        WireSet wire = new WireSet(
                set.actor(), set.version(), set.seqs(), set.changes().size(), out.toBytes());
        wire.decoded = set;
        return wire;
    }

    /** A set as it came; whether the rest of it is well-formed shows in {@link #decode}. */
    static WireSet read(byte[] bytes) throws ProtocolException {
        return WireReader.readStart(bytes, in -> {
            ActorId actor = in.actor();
            long version = in.int64();
            SeqRange seqs = in.seqRange();
            in.int64();
            in.int64();
            int changes = in.int32();
            if (changes < 0 || changes > bytes.length) {
                throw new ProtocolException("found " + changes + " changes in " + bytes.length + " bytes");
            }
            return new WireSet(actor, version, seqs, changes, bytes);
        });
    }

    /**
     * The change set.
     *
     * @throws ProtocolException when the bytes are not exactly one
     */
    ChangeSet decode() throws ProtocolException {
        ChangeSet known = decoded;
        if (known == null) {
            known = WireReader.readAll(bytes, WireReader::changeSet);
            decoded = known;
        }
        return known;
    }

    /** The change set of a set that has been decoded before, or was made from it. */
    ChangeSet changeSet() {
        ChangeSet known = decoded;
        if (known == null) {
            throw new AssertionError("version " + version + " of " + actor + " was never decoded");
        }
        return known;
    }

    ActorId actor() {
        return actor;
    }

    long version() {
        return version;
    }

    SeqRange seqs() {
        return seqs;
    }

    /** How many changes are in it. */
    int changes() {
        return changes;
    }

    /** How many bytes it takes in a frame. */
    int size() {
        return bytes.length;
    }

    /** Not to be changed by the caller. */
    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WireSet set && Arrays.equals(bytes, set.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
