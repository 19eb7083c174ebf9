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
 * and it has to come back with the last change id that it saw.
 */
public final class Reader {
    private final int mostWaiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private List<SubscriptionEvent> waiting;
    private int waitingChanges;
    private boolean ended;
    private boolean cut;
    private Runnable onCut = () -> {};

    /**
     * @param first what it is told first, however much
     * @param mostWaiting changes that may wait on top of that
     */
    Reader(List<SubscriptionEvent> first, int mostWaiting) {
        this.waiting = new ArrayList<>(first);
        this.mostWaiting = mostWaiting;
    }

    /**
     * The next events, as many as there are; waits for one. Nothing once the stream has ended: a reader that was cut loses what
     * it had not taken yet.
     */
    public Optional<List<SubscriptionEvent>> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && !ended) {
                changed.await();
            }
            if (cut || waiting.isEmpty()) {
                return Optional.empty();
            }
            List<SubscriptionEvent> taken = waiting;
            waiting = new ArrayList<>();
            waitingChanges = 0;
            return Optional.of(taken);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds changes.
     *
     * @return false when that cut the reader
     */
    boolean offer(List<SubscriptionEvent.Change> changes) {
        lock.lock();
        try {
            if (ended) {
                return true;
            }
            if (waitingChanges + changes.size() > mostWaiting) {
                cut = true;
                ended = true;
                changed.signalAll();
                onCut.run();
                return false;
            }
            waiting.addAll(changes);
            waitingChanges += changes.size();
            changed.signalAll();
            return true;
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
