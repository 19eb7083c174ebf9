package dev.gridlock.toxiproxy.toxic;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Where the draws of a toxic on a connection come from: the seed, the proxy's name, the connection's number in its proxy and the
 * toxic's name, and nothing else. So what one connection draws depends neither on the others nor on the timing of threads.
 *
 * @param seed of the server
 * @param proxy the proxy's name
 * @param connection 1 for the first connection that the proxy accepted
 */
public record Draws(long seed, String proxy, long connection) {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    private static final long FNV_OFFSET = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    /** Whether a toxic works on this connection. The same number is compared at each toxicity, so a larger one adds connections. */
    public boolean hits(Toxic toxic) {
        return source(toxic.name(), 0).nextDouble() < toxic.toxicity();
    }

    /** The draws of a toxic's stage on this connection. */
    public SplittableRandom random(String toxic) {
        return source(toxic, 1);
    }

    private SplittableRandom source(String toxic, long purpose) {
        long state = mix(seed);
        state = mix(state ^ hash(proxy));
        state = mix(state + connection * GOLDEN_GAMMA);
        state = mix(state ^ hash(toxic));
        return new SplittableRandom(mix(state + purpose * GOLDEN_GAMMA));
    }

    /** FNV-1a of 64 bits: {@link String#hashCode} has 32 and makes names collide that differ in two letters. */
    private static long hash(String text) {
        long hash = FNV_OFFSET;
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (octet & 0xFF)) * FNV_PRIME;
        }
        return hash;
    }

    /** The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
    private static long mix(long value) {
        long mixed = value + GOLDEN_GAMMA;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
