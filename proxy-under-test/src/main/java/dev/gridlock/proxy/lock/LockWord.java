package dev.gridlock.proxy.lock;

import java.util.StringJoiner;

/**
 * The state word of a {@link ParkingLotRwLock}: four flag bits, and above them a 60-bit reader count.
 *
 * @param bits the word as read from the lock
 */
public record LockWord(long bits) {

    /** At least one thread waits, or is about to, in the main queue. */
    public static final long PARKED = 0x1;
    /** The pending writer waits, or is about to, in the writer queue for the readers to leave. */
    public static final long WRITER_PARKED = 0x2;
    /** One of the readers holds the upgradable lock. */
    public static final long UPGRADABLE = 0x4;
    /** Without readers: a writer owns the lock. With readers: a writer is pending and admits no new ones. */
    public static final long WRITER = 0x8;
    /** One reader. */
    public static final long READER = 0x10;
    /** All bits of the reader count. */
    public static final long READERS_MASK = -READER;
    /** What one upgradable hold adds: it is a reader as well. */
    public static final long UPGRADABLE_READER = READER | UPGRADABLE;

    /** A word taken apart; prints as {@code readers=2 UPGRADABLE|PARKED}. */
    public record Fields(long readers, boolean parked, boolean writerParked, boolean upgradable, boolean writer) {

        @Override
        public String toString() {
            var flags = new StringJoiner("|", " ", "").setEmptyValue("");
            if (writer) {
                flags.add("WRITER");
            }
            if (upgradable) {
                flags.add("UPGRADABLE");
            }
            if (writerParked) {
                flags.add("WRITER_PARKED");
            }
            if (parked) {
                flags.add("PARKED");
            }
            return "readers=" + readers + flags;
        }
    }

    /** The number of readers, 0 to 2^60 - 1, an upgradable hold included. */
    public long readers() {
        return bits >>> 4;
    }

    /** The word taken apart. */
    public Fields decode() {
        return new Fields(readers(), has(PARKED), has(WRITER_PARKED), has(UPGRADABLE), has(WRITER));
    }

    /** Whether the reader count is beyond 2^56 - 1, which no number of threads can reach: something subtracted too much. */
    public boolean isCorrupt() {
        return bits >>> 60 != 0;
    }

    /** A clause, without a full stop, on what the word says about the lock. */
    public String explain() {
        if (isCorrupt()) {
            return "corrupt: " + readers() + " readers are impossible"
                    + (bits < 0 ? ", the count went below zero by " + -(bits >> 4) : "")
                    + (has(WRITER) ? ", and the writer bit keeps everybody out" : "");
        }
        var text = new StringJoiner(", ");
        text.add(holders());
        if (has(UPGRADABLE)) {
            text.add(readers() == 0 || has(WRITER) ? "upgradable bit where it cannot be" : "one of them upgradable");
        }
        if (has(WRITER_PARKED)) {
            text.add(has(WRITER) && readers() > 0 ? "the writer is parked" : "writer-parked bit left over");
        }
        if (has(PARKED)) {
            text.add("threads parked in the main queue");
        }
        return text.toString();
    }

    private String holders() {
        String readers = readers() == 1 ? "1 reader" : readers() + " readers";
        if (has(WRITER)) {
            return readers() == 0 ? "owned by a writer" : readers + " and a pending writer";
        }
        return readers() == 0 ? "free" : readers;
    }

    private boolean has(long bit) {
        return (bits & bit) != 0;
    }

    /** The word as {@code 0x} and sixteen hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("0x%016x", bits);
    }
}
