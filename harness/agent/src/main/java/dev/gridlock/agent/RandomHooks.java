package dev.gridlock.agent;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The calls that the agent writes where chance comes from; the counterpart of {@link Hooks} for randomness. Thread-safe. */
public final class RandomHooks {
    private static final StackWalker STACK = StackWalker.getInstance();

    /** Draws when it is made, and the platform makes one for the whole JVM when it is first asked for. */
    private static final String TLS_CONTEXT = "sun.security.ssl.SSLContextImpl";

    private RandomHooks() {}

    /**
     * A value drawn for something that is made once stays for every later run in this JVM, so it may depend on the class only; any other
     * draw comes from the node.
     */
    private static long draw(SimulatedNode node) {
        String initialised = STACK.walk(frames -> frames.filter(f ->
                        f.getMethodName().equals("<clinit>") || f.getClassName().equals(TLS_CONTEXT))
                .findFirst()
                .map(StackWalker.StackFrame::getClassName)
                .orElse(""));
        return initialised.isEmpty() ? node.nextRandom() : initialised.hashCode() * 0x9E3779B97F4A7C15L;
    }

    public static double random() {
        SimulatedNode node = Hooks.node();
        return node != null ? (draw(node) >>> 11) * 0x1.0p-53 : Math.random();
    }

    /** Replaces the shared seed sequences of {@code SplittableRandom} and its kin. */
    public static long getAndAdd(AtomicLong seeds, long increment) {
        SimulatedNode node = Hooks.node();
        return node != null ? draw(node) : seeds.getAndAdd(increment);
    }

    /** Replaces the shared seed sequence of {@code ThreadLocalRandom}. */
    public static long threadSeed(AtomicLong seeds, long increment) {
        SimulatedNode node = Hooks.node();
        return node != null ? node.threadSeed() : seeds.getAndAdd(increment);
    }

    /** Replaces the shared sequence of probes, which scatter the threads over the cells of a counter. */
    public static int threadProbe(AtomicInteger probes, int increment) {
        SimulatedNode node = Hooks.node();
        return node != null ? (int) node.threadSeed() | 1 : probes.addAndGet(increment);
    }

    /** Returns a seed for {@code new Random()}, or zero for the platform's. */
    public static long randomSeed() {
        SimulatedNode node = Hooks.node();
        return node != null ? draw(node) | 1 : 0;
    }

    /** Fills {@code bytes} for {@code SecureRandom} in a node. */
    public static boolean fillRandom(byte[] bytes) {
        SimulatedNode node = Hooks.node();
        if (node == null) {
            return false;
        }
        long bits = 0;
        for (int i = 0; i < bytes.length; i++) {
            bits = (i & 7) == 0 ? draw(node) : bits >>> 8;
            bytes[i] = (byte) bits;
        }
        return true;
    }

    /** Returns seed bytes for {@code SecureRandom.generateSeed}, or null for the platform's. */
    public static byte @Nullable [] seedBytes(int count) {
        if (count < 0 || Hooks.node() == null) {
            return null;
        }
        byte[] bytes = new byte[count];
        fillRandom(bytes);
        return bytes;
    }

    /** Shuffles for {@code Collections.shuffle}, which keeps one generator for all. */
    public static boolean shuffle(List<?> list) {
        SimulatedNode node = Hooks.node();
        if (node != null) {
            Collections.shuffle(list, new Random(draw(node)));
        }
        return node != null;
    }

    /** The hash of an enum constant by its name, so that hashed sets of constants iterate alike in every JVM. */
    public static int enumHash(Object constant) {
        Enum<?> e = (Enum<?>) constant;
        int hash = e.getDeclaringClass().getName().hashCode() * 31 + e.name().hashCode();
        return hash == 0 ? 1 : hash;
    }
}
