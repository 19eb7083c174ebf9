package dev.gridlock.simulator.explored;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/** Counters, right and wrong. */
public final class Counters {
    private static final VarHandle HANDLED;

    static {
        try {
            HANDLED = MethodHandles.lookup().findVarHandle(Counters.class, "handled", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final AtomicInteger atomic = new AtomicInteger();
    private volatile int racing;

    @SuppressWarnings("UnusedVariable") // read through its handle
    private int handled;

    private int plain;

    /** Reads and writes in two atomic steps, between which another thread may do the same. */
    public void lose() {
        int before = atomic.get();
        atomic.set(before + 1);
    }

    public void keep() {
        atomic.incrementAndGet();
    }

    public int atomic() {
        return atomic.get();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // the planted race
    public void loseVolatile() {
        racing++;
    }

    public int racing() {
        return racing;
    }

    public void loseHandled() {
        int before = (int) HANDLED.getVolatile(this);
        HANDLED.setVolatile(this, before + 1);
    }

    public void keepHandled() {
        HANDLED.getAndAdd(this, 1);
    }

    public int handled() {
        return (int) HANDLED.getVolatile(this);
    }

    /** Two plain accesses, which are no scheduling points. */
    public void plain() {
        int before = plain;
        plain = before + 1;
    }

    public int plainValue() {
        return plain;
    }

    public int loop(int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            sum += i;
        }
        return sum;
    }
}
