package dev.gridlock.proxy.supervise;

import dev.gridlock.proxy.events.EventLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs a command as a child process and starts it again whenever it ends by itself in any other way than on purpose. The
 * child writes to this process's standard output and error. Used by one thread.
 *
 * <p>It can be the first process of a container. SIGTERM, SIGINT and SIGHUP to this process end the child, which is sent SIGTERM
 * in each case, since Java sends no other; this process then exits with the child's code. Of ended processes it reaps only its own
 * children: Java has no way to wait for orphans that the kernel hands to process 1. The proxy starts no processes, so there are
 * none, unless somebody else's run in the same container; then put an init such as tini in front.
 */
public final class Supervisor {

    /** The child has ended as it was told to. */
    private static final int ENDED = 0;
    /** The child cannot use its configuration, and will not be able to after a restart. */
    private static final int BAD_CONFIGURATION = 2;

    /** What a child that was ended by force exits with: 128 and the number of SIGKILL. */
    private static final int KILLED = 137;

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final List<String> command;
    private final RestartPause pause;
    private final int maxRestarts;
    private final EventLog events;
    private volatile boolean ending;

    /**
     * A supervisor.
     *
     * @param command the child's program and arguments
     * @param pause between the end of a child and the start of the next
     * @param maxRestarts how many children are started after the first, zero or more
     */
    public Supervisor(List<String> command, RestartPause pause, int maxRestarts, EventLog events) {
        this.command = List.copyOf(command);
        this.pause = pause;
        this.maxRestarts = maxRestarts;
        this.events = events;
    }

    /**
     * Runs children until one ends with code 0 or 2, or there have been as many restarts as are allowed, or this process is told
     * to end.
     *
     * @return the code of the last child; 128 and the number of the signal if one ended it
     * @throws IOException if a child cannot be started
     * @throws InterruptedException if the thread is interrupted; the child has been ended then
     */
    public int run() throws IOException, InterruptedException {
        for (int restarts = 0; true; restarts++) {
            int code = runOnce();
            if (ending || code == ENDED || code == BAD_CONFIGURATION) {
                return code;
            }
            if (restarts == maxRestarts) {
                events.event("supervisor.gave-up")
                        .with("restarts", restarts)
                        .with("code", code)
                        .emit();
                System.err.println("The proxy has ended with code " + code + " after " + restarts
                        + " restarts, and [watchdog] max_restarts allows no more.");
                return code;
            }
            Duration delay = pause.next();
            events.event("supervisor.restart")
                    .with("delayMillis", delay.toMillis())
                    .emit();
            Thread.sleep(delay);
        }
    }

    private int runOnce() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(command).inheritIO().start();
        var told = new CountDownLatch(1);
        // When this process is told to end, its child must not be left behind.
        Thread endChild = Thread.ofVirtual().name("end-child").unstarted(() -> {
            ending = true;
            int code = end(child);
            await(told);
            // A process that ends by a signal exits with a code of its own unless it is halted with another.
            Runtime.getRuntime().halt(code);
        });
        Runtime.getRuntime().addShutdownHook(endChild);
        try {
            events.event("supervisor.start").with("pid", child.pid()).emit();
            int code = child.waitFor();
            events.event("supervisor.exit")
                    .with("pid", child.pid())
                    .with("code", code)
                    .emit();
            return code;
        } finally {
            told.countDown();
            end(child);
            removeHook(endChild);
        }
    }

    /** Asks the child to end, and ends it by force if it takes too long over that. */
    private static int end(Process child) {
        child.destroy();
        try {
            if (!child.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                child.destroyForcibly();
            }
            return child.waitFor();
        } catch (InterruptedException e) {
            child.destroyForcibly();
            Thread.currentThread().interrupt();
            return KILLED;
        }
    }

    /** Waits until the child's end has been told, but not for ever. */
    private static void await(CountDownLatch told) {
        try {
            if (!told.await(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                System.err.println("The supervisor could not tell of the end of its child.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This process is ending already, and the hook has run or is about to.
        }
    }
}
