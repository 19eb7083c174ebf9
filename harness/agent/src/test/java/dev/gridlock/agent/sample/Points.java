package dev.gridlock.agent.sample;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Atomic accesses and loops. */
public final class Points {
    private static final VarHandle FIELD;
    private static final AtomicLong SHARED = new AtomicLong();
    private static volatile int statically;

    static {
        try {
            FIELD = MethodHandles.lookup().findVarHandle(Points.class, "field", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
        for (int i = 0; i < 3; i++) {
            SHARED.incrementAndGet();
        }
    }

    private volatile int field;
    private int plain;

    @SuppressWarnings("UnnecessaryAsync") // the accesses are what is tested
    public static int atomics() {
        AtomicInteger made = new AtomicInteger(5);
        made.incrementAndGet();
        return made.get();
    }

    public int handles() {
        FIELD.setVolatile(this, 7);
        return (int) FIELD.getAndAdd(this, 1) + field;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // two accesses are what is tested
    public int volatiles() {
        field++;
        statically = field;
        return statically;
    }

    public int plain() {
        plain++;
        return plain;
    }

    public static int loops(int n) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        int left = n;
        while (left > 0) {
            left--;
            if (left == 2) {
                continue;
            }
            sum++;
        }
        do {
            sum++;
        } while (sum < 0);
        return sum;
    }

    public static int noLoop(int n) {
        return n > 0 ? n + 1 : n - 1;
    }
}
