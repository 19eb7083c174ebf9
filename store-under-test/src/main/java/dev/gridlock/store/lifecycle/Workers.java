package dev.gridlock.store.lifecycle;

import java.util.function.Consumer;

/**
 * Starts the node's threads, all virtual and named. Thread-safe.
 *
 * <p>A thread that ends by a throwable is a bug of the store or a broken disk. The node must not live on with one of its loops
 * missing, so the failure goes to whoever started the node.
 */
public final class Workers {
    private final Consumer<Failure> onFailure;

    /**
     * A thread that ended by a throwable.
     *
     * @param thread its name
     * @param cause what it threw
     */
    public record Failure(String thread, Throwable cause) {}

    /**
     * @param onFailure called on the failing thread, once for each
     */
    public Workers(Consumer<Failure> onFailure) {
        this.onFailure = onFailure;
    }

    /** A thread's body. An {@link InterruptedException} is the ordinary way to be told to stop. */
    public interface Body {
        /** Runs until done, interrupted or failed. */
        void run() throws InterruptedException;
    }

    /** Starts a virtual thread. */
    public Thread start(String name, Body body) {
        return Thread.ofVirtual().name(name).start(() -> guard(body));
    }

    private void guard(Body body) {
        try {
            body.run();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } catch (Throwable cause) {
            onFailure.accept(new Failure(Thread.currentThread().getName(), cause));
        }
    }
}
