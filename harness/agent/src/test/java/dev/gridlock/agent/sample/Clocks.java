package dev.gridlock.agent.sample;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/** Asks the platform for what a node has of its own. */
public final class Clocks {
    private Clocks() {}

    public static long times() {
        return System.nanoTime() - System.currentTimeMillis();
    }

    public static double chance() {
        return Math.random() + StrictMath.random() + Math.abs(-1.0);
    }

    public static long machine() {
        Thread.onSpinWait();
        return Runtime.getRuntime().availableProcessors()
                + ProcessHandle.current().pid();
    }

    public static void handler() {
        Thread.setDefaultUncaughtExceptionHandler(Thread.getDefaultUncaughtExceptionHandler());
    }

    public static String references() {
        LongSupplier nanos = System::nanoTime;
        DoubleSupplier random = Math::random;
        ToIntFunction<Runtime> processors = Runtime::availableProcessors;
        Supplier<String> other = "unchanged"::toString;
        return (nanos.getAsLong() > Long.MIN_VALUE)
                + " "
                + (random.getAsDouble() < 1)
                + " "
                + (processors.applyAsInt(Runtime.getRuntime()) > 0)
                + " "
                + other.get();
    }
}
