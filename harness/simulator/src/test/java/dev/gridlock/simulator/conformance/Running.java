package dev.gridlock.simulator.conformance;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A task in a thread of its own, started.
 *
 * @param thread a virtual thread, as every thread of the simulator is
 * @param task its result
 */
record Running<T>(Thread thread, FutureTask<T> task) {
    private static final long PATIENCE_SECONDS = 20;

    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    static <T> Running<T> start(Callable<T> body) {
        FutureTask<T> task = new FutureTask<>(body);
        return new Running<>(Thread.startVirtualThread(task), task);
    }

    static Running<Boolean> run(Action body) {
        return start(() -> {
            body.run();
            return true;
        });
    }

    /** Waits for the end of the task and returns its result or throws its exception. */
    T result() throws Exception {
        try {
            return task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            if (e.getCause() instanceof Exception exception) {
                exception.addSuppressed(new IllegalStateException("the task was awaited here"));
                throw exception;
            }
            throw e;
        } catch (TimeoutException e) {
            throw new AssertionError("the task did not end; its thread is " + thread.getState(), e);
        }
    }

    /** Waits for the end of the task and returns the exception that ended it. */
    Throwable failure() throws Exception {
        try {
            T result = task.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            throw new AssertionError("the task ended without an exception, with " + result);
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("the task did not end; its thread is " + thread.getState(), e);
        }
    }

    /** Waits until the thread waits for something. */
    void awaitBlocked() throws InterruptedException {
        for (int i = 0; i < PATIENCE_SECONDS * 1000; i++) {
            switch (thread.getState()) {
                case WAITING, TIMED_WAITING, BLOCKED -> {
                    return;
                }
                case TERMINATED -> throw new AssertionError("the thread has ended and was expected to wait");
                default -> Thread.sleep(1);
            }
        }
        throw new AssertionError("the thread does not come to wait, it is " + thread.getState());
    }
}
