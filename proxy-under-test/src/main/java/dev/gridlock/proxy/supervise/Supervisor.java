package dev.gridlock.proxy.supervise;

import dev.gridlock.proxy.events.EventLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a command as a child process and starts it again whenever it ends by itself in any other way than on purpose. The
 * child writes to this process's standard output and error. Used by one thread.
 */
public final class Supervisor {

    /** The child has ended as it was told to. */
    private static final int ENDED = 0;
    /** The child cannot use its configuration, and will not be able to after a restart. */
    private static final int BAD_CONFIGURATION = 2;

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final List<String> command;
    private final Duration restartDelay;
    private final EventLog events;
    private volatile boolean ending;

    /**
     * A supervisor.
     *
     * @param command the child's program and arguments
     * @param restartDelay between the end of a child and the start of the next
     */
    public Supervisor(List<String> command, Duration restartDelay, EventLog events) {
        this.command = List.copyOf(command);
        this.restartDelay = restartDelay;
        this.events = events;
    }

    /**
     * Runs children until one ends with code 0 or 2, or this process is told to end.
     *
     * @return the code of the last child
     * @throws IOException if a child cannot be started
     * @throws InterruptedException if the thread is interrupted; the child has been ended then
     */
    public int run() throws IOException, InterruptedException {
        while (true) {
            int code = runOnce();
            if (ending || code == ENDED || code == BAD_CONFIGURATION) {
                return code;
            }
            events.event("supervisor.restart")
                    .with("delayMillis", restartDelay.toMillis())
                    .emit();
            Thread.sleep(restartDelay);
        }
    }

    private int runOnce() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(command).inheritIO().start();
        // When this process is told to end, its child must not be left behind.
        Thread endChild = Thread.ofVirtual().name("end-child").unstarted(() -> {
            ending = true;
            end(child);
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
            end(child);
            removeHook(endChild);
        }
    }

    /** Asks the child to end, and ends it by force if it takes too long over that. */
    private static void end(Process child) {
        child.destroy();
        try {
            if (!child.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                child.destroyForcibly();
            }
        } catch (InterruptedException e) {
            child.destroyForcibly();
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
