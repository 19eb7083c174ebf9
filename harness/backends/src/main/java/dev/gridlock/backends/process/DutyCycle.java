package dev.gridlock.backends.process;

import java.time.Duration;

/**
 * Makes a process slower by a factor: it is stopped most of each 40 ms, about, and runs the rest. What it
 * does takes longer by the factor when looked at over several periods; single steps are not slower, but come later. One
 * thread; ends when it is interrupted, and leaves the process running.
 */
final class DutyCycle implements Runnable {

    private static final double PERIOD_NANOS = 40e6;

    private final ProcessIdentity process;
    private final double factor;

    /** @param factor how many times longer, more than 1 */
    DutyCycle(ProcessIdentity process, double factor) {
        if (!(factor > 1)) {
            throw new IllegalArgumentException("a process can be made slower, not by " + factor);
        }
        this.process = process;
        this.factor = factor;
    }

    @Override
    public void run() {
        var turn = Duration.ofNanos((long) (PERIOD_NANOS / factor));
        try {
            while (true) {
                long began = System.nanoTime();
                Thread.sleep(turn);
                // Measured, since on a busy machine a short sleep is a long one.
                var ran = Duration.ofNanos(System.nanoTime() - began);
                if (!Signals.send(process, Signals.SIGSTOP)) {
                    return;
                }
                Thread.sleep(Duration.ofNanos((long) (ran.toNanos() * (factor - 1))));
                Signals.send(process, Signals.SIGCONT);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        } finally {
            Signals.send(process, Signals.SIGCONT);
        }
    }
}
