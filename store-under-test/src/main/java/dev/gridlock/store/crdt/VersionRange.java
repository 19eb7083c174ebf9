package dev.gridlock.store.crdt;

/** Consecutive versions of one actor, both ends included. */
public record VersionRange(long start, long end) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException unless 1 &lt;= start &lt;= end
     */
    public VersionRange {
        if (start < 1 || end < start) {
            throw new IllegalArgumentException(
                    "found version range " + start + ".." + end + ", expected 1 <= start <= end");
        }
    }

    /** A range of one version. */
    public static VersionRange of(long version) {
        return new VersionRange(version, version);
    }

    /** How many versions. */
    public long length() {
        return end - start + 1;
    }
}
