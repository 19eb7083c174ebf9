package dev.gridlock.engine.run;

import java.util.SplittableRandom;

/**
 * The randomness of a run: one seed, split by name. A stream depends on the seed and its own name only, so a new stream
 * or another order of asking changes none of the others. Immutable.
 *
 * @param seed the seed of the run
 */
public record SeededStreams(long seed) {

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** A new generator for this name, at its beginning. */
    public SplittableRandom stream(String name) {
        return new SplittableRandom(seedOf(name));
    }

    /** A seed for a component that makes its own generator. */
    public long seedOf(String name) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash ^ name.charAt(i)) * FNV_PRIME;
        }
        return new SplittableRandom(seed ^ hash).nextLong();
    }
}
