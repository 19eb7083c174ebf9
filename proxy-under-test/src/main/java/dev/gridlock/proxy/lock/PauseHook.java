package dev.gridlock.proxy.lock;

/** Called by a {@link ParkingLotRwLock} on the thread that passes a {@link PausePoint}; may block it there. */
@FunctionalInterface
public interface PauseHook {

    /** The calling thread has reached {@code point}. What this method throws comes out of the lock operation. */
    void at(PausePoint point);
}
