package dev.gridlock.store.crdt;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The versions of one actor that are known: a head, and the gaps below it. Not thread-safe.
 *
 * <p>Kept as gaps because they are few: broadcasts arrive nearly in order, and a catch-up closes what is left.
 */
public final class VersionSet {
    private long head;
    /** First missing version to last missing version; disjoint, not adjacent, all below the head. */
    private final NavigableMap<Long, Long> gaps = new TreeMap<>();

    /** The empty set. */
    public VersionSet() {}

    /**
     * The set of all versions up to the head but the gaps.
     *
     * @throws IllegalArgumentException when a gap reaches the head or two of them overlap
     */
    public static VersionSet of(long head, List<VersionRange> gaps) {
        VersionSet set = new VersionSet();
        set.head = head;
        for (VersionRange gap : gaps) {
            if (gap.end() >= head || !set.gapsWithin(gap.start(), gap.end()).isEmpty()) {
                throw new IllegalArgumentException("found gap " + gap + " below head " + head
                        + ", expected gaps that end before the head and do not overlap");
            }
            set.gaps.put(gap.start(), gap.end());
        }
        return set;
    }

    /** A set with the same versions. */
    public VersionSet copy() {
        VersionSet copy = new VersionSet();
        copy.head = head;
        copy.gaps.putAll(gaps);
        return copy;
    }

    /** The highest known version, 0 when there is none. */
    public long head() {
        return head;
    }

    /** Missing versions below the head, ascending. */
    public List<VersionRange> gaps() {
        List<VersionRange> ranges = new ArrayList<>(gaps.size());
        gaps.forEach((start, end) -> ranges.add(new VersionRange(start, end)));
        return ranges;
    }

    /** Whether the version is known. */
    public boolean contains(long version) {
        if (version < 1 || version > head) {
            return false;
        }
        Map.Entry<Long, Long> gap = gaps.floorEntry(version);
        return gap == null || gap.getValue() < version;
    }

    /** Makes the versions known. */
    public void add(VersionRange range) {
        if (range.start() > head + 1) {
            gaps.put(head + 1, range.start() - 1);
        }
        for (VersionRange gap : gapsWithin(range.start(), range.end())) {
            gaps.remove(gap.start());
            if (gap.start() < range.start()) {
                gaps.put(gap.start(), range.start() - 1);
            }
            if (gap.end() > range.end()) {
                gaps.put(range.end() + 1, gap.end());
            }
        }
        head = Math.max(head, range.end());
    }

    /** Versions of the other set that are missing here, ascending. */
    public List<VersionRange> missingFrom(VersionSet other) {
        List<VersionRange> missing = new ArrayList<>();
        for (VersionRange gap : gaps()) {
            if (gap.start() <= other.head) {
                other.collectKnown(gap.start(), Math.min(gap.end(), other.head), missing);
            }
        }
        if (other.head > head) {
            other.collectKnown(head + 1, other.head, missing);
        }
        return missing;
    }

    private void collectKnown(long start, long end, List<VersionRange> into) {
        long next = start;
        for (VersionRange gap : gapsWithin(start, end)) {
            if (gap.start() > next) {
                into.add(new VersionRange(next, gap.start() - 1));
            }
            next = gap.end() + 1;
        }
        if (next <= end) {
            into.add(new VersionRange(next, end));
        }
    }

    /** Gaps that share a version with {@code start..end}, ascending. */
    private List<VersionRange> gapsWithin(long start, long end) {
        List<VersionRange> found = new ArrayList<>();
        Map.Entry<Long, Long> before = gaps.lowerEntry(start);
        if (before != null && before.getValue() >= start) {
            found.add(new VersionRange(before.getKey(), before.getValue()));
        }
        gaps.subMap(start, true, end, true).forEach((from, to) -> found.add(new VersionRange(from, to)));
        return found;
    }

    @Override
    public String toString() {
        return "1.." + head + (gaps.isEmpty() ? "" : " without " + gaps());
    }
}
