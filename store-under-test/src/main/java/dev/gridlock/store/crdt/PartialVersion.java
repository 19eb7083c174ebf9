package dev.gridlock.store.crdt;

import java.util.List;

/**
 * A transaction of which only some parts have arrived. Immutable.
 *
 * @param lastSeq the seq of its last change, as far as is known
 * @param missing the seqs that have not arrived, ascending and disjoint, within 0..lastSeq
 */
public record PartialVersion(long lastSeq, List<SeqRange> missing) {
    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException when a missing seq lies beyond the last
     */
    public PartialVersion {
        missing = List.copyOf(missing);
        long previous = -1;
        for (SeqRange range : missing) {
            if (range.start() <= previous || range.end() > lastSeq) {
                throw new IllegalArgumentException("found missing seqs " + missing + " of a transaction with last seq "
                        + lastSeq + ", expected ascending ranges that do not overlap, up to the last seq");
            }
            previous = range.end();
        }
    }

    /** A transaction of which nothing has arrived. */
    public static PartialVersion unseen(long lastSeq) {
        return new PartialVersion(lastSeq, List.of(new SeqRange(0, lastSeq)));
    }

    /**
     * The same transaction once a part has arrived. Senders may differ about the last seq, when later transactions have overwritten
     * the end of this one; the largest counts, and what lies between is asked for.
     */
    public PartialVersion with(SeqRange seqs, long last) {
        List<SeqRange> open = missing;
        if (last > lastSeq) {
            open = SeqRange.subtract(List.of(new SeqRange(0, last)), received());
        }
        return new PartialVersion(Math.max(last, lastSeq), SeqRange.subtract(open, List.of(seqs)));
    }

    /** The seqs that have arrived. */
    public List<SeqRange> received() {
        return SeqRange.subtract(List.of(new SeqRange(0, lastSeq)), missing);
    }

    /** Whether all parts are here. */
    public boolean isComplete() {
        return missing.isEmpty();
    }
}
