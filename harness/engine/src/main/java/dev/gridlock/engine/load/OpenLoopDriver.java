package dev.gridlock.engine.load;

import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.history.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * The clients of one region: starts each operation at its intended instant whether or not earlier ones have ended, each
 * in a virtual thread of its own. A system that stalls therefore meets the same load as one that does not.
 */
public final class OpenLoopDriver {

    /** Most operations under way; further ones fail unsent, which bounds memory when a system never answers. */
    public static final int IN_FLIGHT_MAX = 2_000;

    private final RunClock clock;
    private final HttpCaller caller;
    private final Consumer<Operation> sink;
    private final Semaphore slots;
    private final int inFlightMax;

    /**
     * A driver.
     *
     * @param caller makes the calls
     * @param sink takes each operation as it ends, on the thread that ran it
     */
    public OpenLoopDriver(RunClock clock, HttpCaller caller, Consumer<Operation> sink) {
        this(clock, caller, sink, IN_FLIGHT_MAX);
    }

    OpenLoopDriver(RunClock clock, HttpCaller caller, Consumer<Operation> sink, int inFlightMax) {
        this.clock = clock;
        this.caller = caller;
        this.sink = sink;
        this.inFlightMax = inFlightMax;
        this.slots = new Semaphore(inFlightMax);
    }

    /**
     * Runs the operations and returns when the last has ended.
     *
     * @param operations in order of their intended start
     * @param zero the instant from which intended starts count
     */
    public void run(List<ScheduledOperation> operations, Duration zero) throws InterruptedException {
        for (var operation : operations) {
            clock.sleepUntil(zero.plus(operation.intended()));
            if (slots.tryAcquire()) {
                Thread.ofVirtual()
                        .name("client-" + operation.region() + "-" + operation.id())
                        .start(() -> perform(operation, zero));
            } else {
                var now = clock.now();
                sink.accept(ended(
                        operation,
                        zero,
                        now,
                        Outcome.FAILED,
                        "not sent: " + inFlightMax + " operations of the region were under way"));
            }
        }
        slots.acquire(inFlightMax);
    }

    private void perform(ScheduledOperation operation, Duration zero) {
        try {
            var sent = clock.now();
            var result = caller.call(operation.call());
            sink.accept(ended(operation, zero, sent, outcome(result), result.detail()));
        } finally {
            slots.release();
        }
    }

    private static Outcome outcome(CallResult result) {
        return switch (result) {
            case CallResult.Answered answered -> answered.isSuccess() ? Outcome.OK : Outcome.FAILED;
            case CallResult.NotSent notSent -> Outcome.FAILED;
            case CallResult.Unanswered unanswered -> Outcome.INDETERMINATE;
        };
    }

    private Operation ended(
            ScheduledOperation operation, Duration zero, Duration sent, Outcome outcome, String detail) {
        return new Operation(
                operation.kind(),
                operation.id(),
                operation.region(),
                operation.call().node(),
                operation.datum(),
                zero.plus(operation.intended()),
                sent,
                clock.now(),
                outcome,
                detail);
    }
}
