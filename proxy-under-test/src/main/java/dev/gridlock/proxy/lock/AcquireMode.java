package dev.gridlock.proxy.lock;

/** How a thread asks for the lock: what keeps it out, and what it adds to the state word. */
enum AcquireMode {
    SHARED(LockWord.READER, LockWord.WRITER),
    /** Overtakes a pending writer, which is safe for a thread that is a reader already; never an owning one. */
    SHARED_RECURSIVE(LockWord.READER, LockWord.WRITER),
    UPGRADABLE(LockWord.UPGRADABLE_READER, LockWord.WRITER | LockWord.UPGRADABLE),
    EXCLUSIVE(LockWord.WRITER, LockWord.WRITER | LockWord.UPGRADABLE);

    /** Added to the word on success; also the token under which the thread parks. */
    final long token;
    /** Bits of the word that keep this mode out, and justify going to sleep. */
    final long blockingBits;

    AcquireMode(long token, long blockingBits) {
        this.token = token;
        this.blockingBits = blockingBits;
    }

    boolean isBlockedBy(long word) {
        return (word & blockingBits) != 0 && (this != SHARED_RECURSIVE || (word & LockWord.READERS_MASK) == 0);
    }

    /**
     * The word after success, for a word that does not block this mode.
     *
     * @throws IllegalStateException if the reader count overflows
     */
    long addTo(long word) {
        long sum = word + token;
        if (Long.compareUnsigned(sum, word) < 0) {
            throw new IllegalStateException("RwLock reader count overflow");
        }
        return sum;
    }
}
