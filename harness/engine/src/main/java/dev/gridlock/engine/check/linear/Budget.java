package dev.gridlock.engine.check.linear;

/** What a search may spend and how far it got. */
final class Budget {

    private final long most;
    private long spent;
    private int mostOrdered;

    Budget(long most) {
        this.most = most;
    }

    /** One step more; false if there is none left. */
    boolean spend() {
        if (spent == most) {
            return false;
        }
        spent++;
        return true;
    }

    void ordered(int operations) {
        mostOrdered = Math.max(mostOrdered, operations);
    }

    /** A new search begins. */
    void beginSearch() {
        mostOrdered = 0;
    }

    long spent() {
        return spent;
    }

    int mostOrdered() {
        return mostOrdered;
    }
}
