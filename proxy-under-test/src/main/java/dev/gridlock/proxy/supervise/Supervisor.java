package dev.gridlock.proxy.supervise;

import dev.gridlock.proxy.events.EventLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a command as a child process and starts it again whenever it ends by itself in any other way than on purpose. The
 * child writes to this process's standard output and error. Used by one thread.
 *
 * <p>It can be the first process of a container: it passes SIGTERM and SIGINT on by ending its child, and waits for it. What it
 * cannot do, since Java has no way to, is to collect processes that it did not start; the proxy starts none.
 */
public final class Supervisor {

    /** The child has ended as it was told to. */
    private static final int ENDED = 0;
    /** The child cannot use its configuration, and will not be able to after a restart. */
    private static final int BAD_CONFIGURATION = 2;

    private static final Duration GRACE = Duration.ofSeconds(5);

    private final List<String> command;
    private final RestartTiming timing;
    private final int maxRestarts;
    private final EventLog events;
    private volatile boolean ending;

    /**
     * A supervisor.
     *
     * @param command the child's program and arguments
     * @param timing says how long it waits between the end of a child and the start of the next
     * @param maxRestarts how many children may follow the first
     */
    public Supervisor(List<String> command, RestartTiming timing, int maxRestarts, EventLog events) {
        this.command = List.copyOf(command);
        this.timing = timing;
        this.maxRestarts = maxRestarts;
        this.events = events;
    }

    /**
     * Runs children until one ends with code 0 or 2, or may not be followed by another, or this process is told to end.
     *
     * @return the code of the last child
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
                return code;
            }
            Duration pause = timing.pause();
            events.event("supervisor.restart")
                    .with("delayMillis", pause.toMillis())
                    .emit();
            Thread.sleep(pause);
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
