package dev.gridlock.proxy.lockwatch;

import dev.gridlock.proxy.catalog.CatalogObserver;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.inflight.LockOperation;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Prints an event for each catalog write, each write that gave up, and each operation that took long. Thread-safe. */
public final class LockEvents implements CatalogObserver {

    private final EventLog events;
    private final WordValidator validator;
    private final long slowNanos;

    /**
     * For one catalog.
     *
     * @param validator looks at the state word after each write that gave up
     * @param slowAfter a wait or a hold that is longer is reported
     */
    public LockEvents(EventLog events, WordValidator validator, Duration slowAfter) {
        this.events = events;
        this.validator = validator;
        slowNanos = slowAfter.toNanos();
    }

    @Override
    public void completed(LockOperation operation) {
        long now = System.nanoTime();
        long waited = operation.waitedNanos(now);
        long held = operation.heldNanos(now);
        if (operation.mode() == LockMode.EXCLUSIVE) {
            events.event("catalog.write")
                    .update(operation.update())
                    .with("label", operation.label())
                    .with("app", operation.app())
                    .with("waitedNanos", waited)
                    .with("heldNanos", held)
                    .emit();
        }
        if (waited > slowNanos || held > slowNanos) {
            events.event("lock.slow")
                    .update(operation.update())
                    .with("label", operation.label())
                    .with("app", operation.app())
                    .with("mode", operation.mode().name().toLowerCase(Locale.ROOT))
                    .with("waitedNanos", waited)
                    .with("heldNanos", held)
                    .emit();
        }
    }

    @Override
    public void stayedLong(String label, String app, long heldNanos) {
        if (heldNanos > slowNanos) {
            events.event("lock.slow")
                    .with("label", label)
                    .with("app", app)
                    .with("mode", "shared")
                    .with("waitedNanos", 0)
                    .with("heldNanos", heldNanos)
                    .emit();
        }
    }

    @Override
    public void timedOut(LockOperation operation) {
        events.event("lock.timeout")
                .update(operation.update())
                .with("label", operation.label())
                .with("app", operation.app())
                .with("waitedNanos", operation.waitedNanos(System.nanoTime()))
                .emit();
        validator.check(Optional.of(operation));
    }
}
