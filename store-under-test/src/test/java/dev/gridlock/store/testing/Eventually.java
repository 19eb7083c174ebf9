package dev.gridlock.store.testing;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Repeats an assertion until it holds. */
public final class Eventually {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private Eventually() {}

    /** Fails with the last failure when the assertion does not hold within fifteen seconds. */
    public static void eventually(ThrowingCallable assertion) throws InterruptedException {
        eventually(PATIENCE, assertion);
    }

    /** Fails with the last failure when the assertion does not hold in time. */
    public static void eventually(Duration patience, ThrowingCallable assertion) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        @Nullable Throwable last = null;
        do {
            try {
                assertion.call();
                return;
            } catch (InterruptedException e) {
                throw e;
            } catch (Throwable e) {
                last = e;
                Thread.sleep(Duration.ofMillis(10));
            }
        } while (System.nanoTime() < deadline);
        throw new AssertionError("did not hold within " + patience + ": " + last.getMessage(), last);
    }
}
