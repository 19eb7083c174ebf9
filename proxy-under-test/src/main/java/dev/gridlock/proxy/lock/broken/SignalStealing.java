package dev.gridlock.proxy.lock.broken;

import java.util.function.Consumer;

/**
 * What a waiter does that gives up: it leaves without looking whether an unlock has chosen it in the meantime. If one has,
 * it takes the wake-up with it, and all others wait for a free lock.
 *
 * <p>Stands for the defect in LLVM libc's reader-writer lock, https://github.com/llvm/llvm-project/pull/201937: a writer's
 * time is over, but it loses the processor before it is out of the queue; the unlock finds it there and signals it; it
 * returns {@code ETIMEDOUT}, and the reader that queues behind it sleeps for ever. The same happened to
 * {@code pthread_cond_timedwait} (https://sourceware.org/bugzilla/show_bug.cgi?id=12875). The sound decision is
 * {@code Runnable::run}.
 */
public final class SignalStealing implements Consumer<Runnable> {

    /**
     * A waiter has given up and left the queue.
     *
     * @param passOn would choose who goes next, if the lock is free
     */
    @Override
    public void accept(Runnable passOn) {
        // Nothing: that is the defect.
    }
}
