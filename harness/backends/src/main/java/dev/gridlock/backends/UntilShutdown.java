package dev.gridlock.backends;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Work that takes back what it has made even when the JVM is told to end in the middle, as by Ctrl-C: its thread is
 * interrupted, and the JVM waits until it is through.
 */
public final class UntilShutdown {

    /** Ending a fleet of containers takes a few seconds. */
    private static final int PATIENCE_SECONDS = 30;

    private UntilShutdown() {}

    /** Work that may be interrupted. */
    @FunctionalInterface
    public interface Work<T> {
        T run() throws InterruptedException;
    }

    /** Does the work on this thread. */
    public static <T> T run(Work<T> work) throws InterruptedException {
        var worker = Thread.currentThread();
        var through = new CountDownLatch(1);
        var hook = new Thread(() -> hurry(worker, through), "interrupt-run");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return work.run();
        } finally {
            through.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException ending) {
                // The hook is what has brought us here.
            }
        }
    }

    private static void hurry(Thread worker, CountDownLatch through) {
        worker.interrupt();
        try {
            through.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
