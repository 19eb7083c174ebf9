package dev.gridlock.store.crdt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a node knows of the transactions of one actor: those it has as a whole, and those of which parts have arrived.
 *
 * @param complete versions that are applied, or known to have no changes left; not to be changed by the caller
 * @param partials versions of which something is missing
 */
public record ActorVersions(VersionSet complete, SortedMap<Long, PartialVersion> partials) {
    public ActorVersions {
        partials = Collections.unmodifiableSortedMap(new TreeMap<>(partials));
    }

    /** Nothing is known. */
    public static ActorVersions none() {
        return new ActorVersions(new VersionSet(), Collections.emptySortedMap());
    }

    /** The highest version of which anything is known, 0 when there is none. */
    public long head() {
        return partials.isEmpty() ? complete.head() : Math.max(complete.head(), partials.lastKey());
    }

    /** Versions up to the head of which nothing is known, ascending. */
    public List<VersionRange> need() {
        VersionSet seen = complete.copy();
        partials.keySet().forEach(version -> seen.add(VersionRange.of(version)));
        return seen.gaps();
    }

    /**
     * What a node can get from another one.
     *
     * @param full versions of which nothing is here and all is there, ascending
     * @param partial for versions of which one of the two has only parts: the seqs missing here that are there
     */
    public record Needs(List<VersionRange> full, SortedMap<Long, PartialVersion> partial) {
        /** Whether there is nothing to get. */
        public boolean isEmpty() {
            return full.isEmpty() && partial.isEmpty();
        }
    }

    /**
     * What the other node has and this one lacks. In {@link Needs#partial} each value names as {@code missing} the seqs to ask for.
     */
    public Needs missingFrom(ActorVersions other) {
        SortedMap<Long, PartialVersion> parts = new TreeMap<>();
        VersionSet asked = complete.copy();
        for (Map.Entry<Long, PartialVersion> entry : partials.entrySet()) {
            long version = entry.getKey();
            asked.add(VersionRange.of(version));
            if (other.complete.contains(version)) {
                parts.put(version, entry.getValue());
            } else if (other.partials.containsKey(version)) {
                addWanted(parts, version, entry.getValue(), other.partials.get(version));
            }
        }
        List<VersionRange> full = new ArrayList<>(asked.missingFrom(other.complete));
        for (Map.Entry<Long, PartialVersion> entry : other.partials.entrySet()) {
            long version = entry.getKey();
            if (!complete.contains(version) && !partials.containsKey(version)) {
                addWanted(parts, version, PartialVersion.unseen(entry.getValue().lastSeq()), entry.getValue());
            }
        }
        return new Needs(full, parts);
    }

    private static void addWanted(
            SortedMap<Long, PartialVersion> into, long version, PartialVersion here, PartialVersion there) {
        List<SeqRange> wanted = SeqRange.subtract(there.received(), here.received());
        if (!wanted.isEmpty()) {
            into.put(version, new PartialVersion(Math.max(here.lastSeq(), there.lastSeq()), wanted));
        }
    }
}
