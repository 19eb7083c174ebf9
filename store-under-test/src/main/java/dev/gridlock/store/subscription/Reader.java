package dev.gridlock.store.subscription;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One reader of a subscription: what it has still to be told. Thread-safe.
 *
 * <p>The subscription never waits for a reader. One that lags by more than its buffer is cut: its stream ends without a word,
 * and it has to come back with the last change id that it saw. One that is still being told what was before it came hears of it:
 * its stream ends with an error.
 */
public final class Reader {
    private final int mostWaiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private List<SubscriptionEvent> first;
    private List<SubscriptionEvent> waiting = new ArrayList<>();
    private boolean firstTaken;
    private boolean caughtUp;
    private boolean ended;
    private boolean cut;
    private Runnable onCut = () -> {};

    /**
     * @param first what it is told first, however much
     * @param mostWaiting changes that may wait on top of that
     */
    Reader(List<SubscriptionEvent> first, int mostWaiting) {
        this.first = first;
        this.mostWaiting = mostWaiting;
        this.caughtUp = first.isEmpty();
    }

    /**
     * The next events, as many as there are; waits for one. Nothing once the stream has ended: a reader that was cut loses what
     * it had not taken yet. Whoever calls this has told everything that it took before.
     */
    public Optional<List<SubscriptionEvent>> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            caughtUp |= firstTaken;
            while (first.isEmpty() && waiting.isEmpty() && !ended) {
                changed.await();
            }
            if (cut) {
                return Optional.empty();
            }
            List<SubscriptionEvent> taken;
            if (first.isEmpty()) {
                taken = waiting;
                waiting = new ArrayList<>();
            } else {
                taken = first;
                first = List.of();
                firstTaken = true;
            }
            return taken.isEmpty() ? Optional.empty() : Optional.of(taken);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds changes.
     *
     * @return false when that was too much for the reader, whose stream ends now
     */
    boolean offer(List<? extends SubscriptionEvent> changes) {
        lock.lock();
        try {
            if (ended) {
                return true;
            }
            boolean fits = waiting.size() + changes.size() <= mostWaiting;
            if (fits) {
                waiting.addAll(changes);
            } else if (caughtUp) {
                cut = true;
                ended = true;
                onCut.run();
            } else {
                waiting.clear();
                waiting.add(new SubscriptionEvent.Failure("found more than " + mostWaiting
                        + " changes while catching up, expected a reader that keeps up: start over"));
                ended = true;
            }
            changed.signalAll();
            return fits;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream with an error, after what is waiting. */
    void fail(String message) {
        lock.lock();
        try {
            if (!ended) {
                waiting.add(new SubscriptionEvent.Failure(message));
                ended = true;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Says what to do when this reader is cut: its thread may be stuck in a write that the other side never reads.
     *
     * @param action quick; called at most once, at once when the reader has been cut already
     */
    public void onCut(Runnable action) {
        lock.lock();
        try {
            onCut = action;
            if (cut) {
                action.run();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream after what is waiting. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
