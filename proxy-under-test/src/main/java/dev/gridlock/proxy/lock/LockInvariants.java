package dev.gridlock.proxy.lock;

import java.util.ArrayList;
import java.util.List;

/**
 * Checks a {@link ParkingLotRwLock} against each {@link LockRule}. All of them held in every reachable state of an
 * exhaustively explored model of version 0.12.5.
 *
 * <p>The I rules hold at any instant between two accesses to the word. The Q rules hold when nobody holds the lock and
 * every thread inside an operation is parked.
 *
 * <p>Not rules, though they may look like ones: PARKED or WRITER_PARKED with an empty queue, WRITER_PARKED while a writer
 * owns the lock or without WRITER, a timed writer that gets the lock after its deadline.
 */
public final class LockInvariants {

    private LockInvariants() {}

    /** The rules that {@code snapshot} breaks, in the order of their declaration; empty, and without allocation, if none. */
    public static List<LockViolation> check(LockSnapshot snapshot) {
        return holds(snapshot) ? List.of() : violations(snapshot);
    }

    private static boolean holds(LockSnapshot s) {
        GhostCounts ghosts = s.ghosts();
        boolean upgradable = (s.word() & LockWord.UPGRADABLE) != 0;
        boolean writer = (s.word() & LockWord.WRITER) != 0;
        return s.word() >>> 4 == ghosts.shared() + ghosts.upgradable()
                && ghosts.upgradable() == (upgradable ? 1 : 0)
                && ghosts.writers() == (writer ? 1 : 0)
                && !(upgradable && writer)
                && (s.mainQueue() == 0 || (s.word() & LockWord.PARKED) != 0)
                && (s.writerQueue() == 0 || (s.writerQueue() == 1 && (s.word() & LockWord.WRITER_PARKED) != 0))
                && (ghosts.owners() == 0 || ghosts.shared() + ghosts.upgradable() == 0)
                && s.word() >>> 4 <= s.liveThreads()
                && (!s.isQuiescent() || (s.word() == 0 && s.mainQueue() + s.writerQueue() == 0));
    }

    private static List<LockViolation> violations(LockSnapshot s) {
        var word = new LockWord(s.word());
        var fields = word.decode();
        GhostCounts ghosts = s.ghosts();
        var found = new ArrayList<LockViolation>();
        if (word.readers() != ghosts.shared() + ghosts.upgradable()) {
            add(
                    found,
                    LockRule.I1,
                    word,
                    "counts " + word.readers() + " readers, but there are " + ghosts.shared() + " shared and "
                            + ghosts.upgradable() + " upgradable holds");
        }
        if (ghosts.upgradable() != (fields.upgradable() ? 1 : 0)) {
            add(
                    found,
                    LockRule.I2,
                    word,
                    (fields.upgradable() ? "has" : "lacks") + " UPGRADABLE, but there are " + ghosts.upgradable()
                            + " upgradable holds");
        }
        if (ghosts.writers() != (fields.writer() ? 1 : 0)) {
            add(
                    found,
                    LockRule.I3,
                    word,
                    (fields.writer() ? "has" : "lacks") + " WRITER, but there are " + ghosts.writers()
                            + " owning or pending writers");
        }
        if (fields.upgradable() && fields.writer()) {
            add(found, LockRule.I4, word, "has both UPGRADABLE and WRITER, expected at most one of them");
        }
        if (s.mainQueue() > 0 && !fields.parked()) {
            add(found, LockRule.I5, word, "lacks PARKED, but " + s.mainQueue() + " threads are in the main queue");
        }
        if (s.writerQueue() > 1 || (s.writerQueue() == 1 && !fields.writerParked())) {
            add(
                    found,
                    LockRule.I6,
                    word,
                    (fields.writerParked() ? "has" : "lacks") + " WRITER_PARKED with " + s.writerQueue()
                            + " threads in the writer queue, expected one at most and the bit with it");
        }
        if (ghosts.owners() > 0 && ghosts.shared() + ghosts.upgradable() > 0) {
            add(
                    found,
                    LockRule.I7,
                    word,
                    "has " + ghosts.owners() + " owners beside " + ghosts.shared() + " shared and "
                            + ghosts.upgradable() + " upgradable holds, expected nobody beside an owner");
        }
        if (word.readers() > s.liveThreads()) {
            add(
                    found,
                    LockRule.I8,
                    word,
                    "counts " + word.readers() + " readers, but live threads can have " + s.liveThreads()
                            + " holds at most");
        }
        if (s.isQuiescent()) {
            addQuiescent(found, s, word);
        }
        return List.copyOf(found);
    }

    private static void addQuiescent(List<LockViolation> found, LockSnapshot s, LockWord word) {
        if (s.word() != 0) {
            add(found, LockRule.Q1, word, "is not zero, but nobody holds the lock and nobody is about to");
        }
        if (s.mainQueue() + s.writerQueue() > 0) {
            add(
                    found,
                    LockRule.Q2,
                    word,
                    "belongs to a lock that nobody holds, but " + s.mainQueue() + " threads are in the main queue and "
                            + s.writerQueue() + " in the writer queue");
        }
        if (s.mainQueue() > 0) {
            add(
                    found,
                    LockRule.Q3,
                    word,
                    "belongs to a lock that nobody holds, but " + s.mainQueue()
                            + " threads wait for a wake-up that nobody will send");
        }
        if ((s.word() & (LockWord.WRITER | LockWord.READERS_MASK)) != 0) {
            add(
                    found,
                    LockRule.Q4,
                    word,
                    "shows a writer or readers, but nobody holds the lock: it is corrupt, or a hold leaked");
        }
    }

    private static void add(List<LockViolation> found, LockRule rule, LockWord word, String what) {
        found.add(new LockViolation(rule, "The word " + word + " " + what + "."));
    }
}
