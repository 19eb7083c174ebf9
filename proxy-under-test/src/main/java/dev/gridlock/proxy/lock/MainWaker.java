package dev.gridlock.proxy.lock;

import dev.gridlock.proxy.lock.ParkingTable.Filter;
import dev.gridlock.proxy.lock.ParkingTable.UnparkToken;

/**
 * Picks the threads to wake in the main queue: in queue order all readers and at most one upgrader or writer, none behind
 * a writer. Used for one wake-up only.
 */
final class MainWaker implements ParkingTable.Waker {

    private final Update update;
    private long granted;

    /**
     * @param alreadyHeld what the waking thread, or another, goes on holding: an upgradable hold keeps upgraders and writers
     *     asleep
     * @param update called once the threads have left the queue
     */
    MainWaker(long alreadyHeld, Update update) {
        this.granted = alreadyHeld;
        this.update = update;
    }

    /** What becomes of the word when threads have been taken from the main queue. */
    @FunctionalInterface
    interface Update {

        /** As {@link ParkingTable.Waker#update}, with what is held already and by those to be woken as a word. */
        UnparkToken update(long granted, int unparked, boolean more, boolean beFair);
    }

    @Override
    public Filter filter(long parkToken) {
        if ((granted & LockWord.WRITER) != 0) {
            return Filter.STOP;
        }
        if ((granted & LockWord.UPGRADABLE) != 0 && (parkToken & (LockWord.UPGRADABLE | LockWord.WRITER)) != 0) {
            return Filter.SKIP;
        }
        granted += parkToken;
        return Filter.UNPARK;
    }

    @Override
    public UnparkToken update(int unparked, boolean more, boolean beFair) {
        return update.update(granted, unparked, more, beFair);
    }
}
