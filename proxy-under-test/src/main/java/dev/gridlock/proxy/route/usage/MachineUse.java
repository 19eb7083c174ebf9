package dev.gridlock.proxy.route.usage;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How much this proxy uses one machine. Changed by requests that hold no lock, or a shared one, so every field is atomic.
 */
public final class MachineUse {

    private final AtomicInteger requests = new AtomicInteger();
    private volatile long lastTurn;

    /** A machine that was never used. */
    public MachineUse() {}

    /** How many requests it is answering for this proxy. */
    public int requests() {
        return requests.get();
    }

    /** When it was last chosen, on a scale that counts choices; 0 if never. */
    public long lastTurn() {
        return lastTurn;
    }

    /** It was chosen as number {@code turn}. */
    public void chosen(long turn) {
        lastTurn = turn;
    }

    /** A request goes to it. */
    public void begin() {
        requests.incrementAndGet();
    }

    /** A request that went to it is over. */
    public void end() {
        requests.decrementAndGet();
    }
}
