package dev.gridlock.store.crdt;

import java.util.ArrayList;
import java.util.List;

/** Consecutive changes of one transaction by their seq, both ends included. */
public record SeqRange(long start, long end) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException unless 0 &lt;= start &lt;= end
     */
    public SeqRange {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException(
                    "found seq range " + start + ".." + end + ", expected 0 <= start <= end");
        }
    }

    /** Whether the seq is in the range. */
    public boolean contains(long seq) {
        return start <= seq && seq <= end;
    }

    /** What is left of some ranges when others are taken away; both ascending and disjoint. */
    public static List<SeqRange> subtract(List<SeqRange> ranges, List<SeqRange> others) {
        List<SeqRange> left = new ArrayList<>();
        for (SeqRange range : ranges) {
            long next = range.start();
            for (SeqRange other : others) {
                if (other.end() < next || other.start() > range.end()) {
                    continue;
                }
                if (other.start() > next) {
                    left.add(new SeqRange(next, other.start() - 1));
                }
                next = other.end() + 1;
            }
            if (next <= range.end()) {
                left.add(new SeqRange(next, range.end()));
            }
        }
        return left;
    }

    /** What two lists of ranges have in common; both ascending and disjoint. */
    public static List<SeqRange> intersect(List<SeqRange> ranges, List<SeqRange> others) {
        return subtract(ranges, subtract(ranges, others));
    }
}
