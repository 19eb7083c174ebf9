package dev.gridlock.simulator;

/**
 * A running 64-bit hash over everything that happened, in order.
 *
 * <p>The mixing step is the multiply and rotate of xxHash64 (Yann Collet, public specification); it need not resist an attacker, only tell
 * two traces apart. Not thread-safe.
 */
final class TraceHash {
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;

    private long value;

    TraceHash(long seed) {
        value = seed * PRIME_1 + PRIME_2;
    }

    void add(long a) {
        value = Long.rotateLeft(value ^ (a * PRIME_2), 31) * PRIME_1;
    }

    void add(String text) {
        long h = text.length();
        for (int i = 0; i < text.length(); i++) {
            h = h * 31 + text.charAt(i);
        }
        add(h);
    }

    long value() {
        long h = value;
        h ^= h >>> 33;
        h *= PRIME_2;
        h ^= h >>> 29;
        return h;
    }
}
