package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.SeqRange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which versions of which actor this database has, as a whole and in parts: the bookkeeping behind heads, needs and duplicates.
 * Thread-safe.
 *
 * <p>Memory follows disk: a change is written in the transaction that brings the versions, and shows here only once that has
 * committed. So whatever this says is known can be read.
 */
public final class VersionLog {
    private final Database database;
    private final ReentrantLock lock = new ReentrantLock();
    /** The values are shared with snapshots and never change. */
    private final SortedMap<ActorId, ActorVersions> known;

    /**
     * Whether memory says the same as disk.
     *
     * @param inMemoryActors number of actors in memory
     * @param dbActors number of actors on disk
     * @param valueMismatchActors actors for whom the two differ, or who have buffered changes that the bookkeeping does not tell of
     * @param onlyInMemoryActors actors that disk does not have
     * @param onlyInDbActors actors that memory does not have
     */
    public record Comparison(
            int inMemoryActors,
            int dbActors,
            List<ActorId> valueMismatchActors,
            List<ActorId> onlyInMemoryActors,
            List<ActorId> onlyInDbActors) {
        /** Whether there is no difference. */
        public boolean ok() {
            return valueMismatchActors.isEmpty() && onlyInMemoryActors.isEmpty() && onlyInDbActors.isEmpty();
        }
    }

    private VersionLog(Database database, SortedMap<ActorId, ActorVersions> known) {
        this.database = database;
        this.known = known;
    }

    /**
     * Reads the bookkeeping of a database, and makes its tables when they are missing.
     *
     * @throws StorageException when SQLite fails
     */
    public static VersionLog open(Database database) {
        return database.write(WritePriority.BACKGROUND, session -> {
            Bookkeeping.create(session);
            ChangeBuffer.create(session);
            return new VersionLog(database, Bookkeeping.read(session));
        });
    }

    /** Whether the version is in the database as a whole. */
    public boolean contains(ActorId actor, long version) {
        return of(actor).complete().contains(version);
    }

    /** Whether all of the given part is in the database, applied or waiting for the other parts. */
    public boolean containsPart(ActorId actor, long version, SeqRange seqs) {
        ActorVersions versions = of(actor);
        if (versions.complete().contains(version)) {
            return true;
        }
        PartialVersion partial = versions.partials().get(version);
        return partial != null
                && SeqRange.subtract(List.of(seqs), partial.received()).isEmpty();
    }

    /** What is missing of a version of which parts are here; nothing when all of it is, or none. */
    public Optional<PartialVersion> missing(ActorId actor, long version) {
        return Optional.ofNullable(of(actor).partials().get(version));
    }

    /** The highest version of an actor of which anything is known, 0 when there is none. */
    long head(ActorId actor) {
        return of(actor).head();
    }

    /** What is known of an actor at this moment; the set in it must not be changed. */
    public ActorVersions of(ActorId actor) {
        lock.lock();
        try {
            ActorVersions versions = known.get(actor);
            return versions == null ? ActorVersions.none() : versions;
        } finally {
            lock.unlock();
        }
    }

    /** Everything that is known at this moment; the sets in it must not be changed. */
    public SortedMap<ActorId, ActorVersions> snapshot() {
        lock.lock();
        try {
            return new TreeMap<>(known);
        } finally {
            lock.unlock();
        }
    }

    /** Begins to change what is known; only the holder of the writer lock may call this. */
    VersionDraft draft() {
        return new VersionDraft(this);
    }

    /** Shows what a draft has written, once its transaction has committed. */
    void publish(VersionDraft draft) {
        lock.lock();
        try {
            known.putAll(draft.versions());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Compares memory with disk, between two writes.
     *
     * @throws StorageException when SQLite fails
     */
    public Comparison compareWithDisk() {
        return database.write(WritePriority.BACKGROUND, this::compare);
    }

    private Comparison compare(SqlSession session) throws SQLException {
        SortedMap<ActorId, ActorVersions> disk = Bookkeeping.read(session);
        SortedMap<ActorId, ActorVersions> memory = snapshot();
        SortedSet<ActorId> mismatches = new TreeSet<>(ChangeBuffer.strays(session));
        List<ActorId> onlyInMemory = new ArrayList<>();
        for (Map.Entry<ActorId, ActorVersions> entry : memory.entrySet()) {
            ActorVersions onDisk = disk.get(entry.getKey());
            if (onDisk == null) {
                onlyInMemory.add(entry.getKey());
            } else if (!same(onDisk, entry.getValue())) {
                mismatches.add(entry.getKey());
            }
        }
        List<ActorId> onlyOnDisk = new ArrayList<>(disk.keySet());
        onlyOnDisk.removeAll(memory.keySet());
        return new Comparison(
                memory.size(), disk.size(), List.copyOf(mismatches), onlyInMemory, List.copyOf(onlyOnDisk));
    }

    private static boolean same(ActorVersions one, ActorVersions other) {
        return one.complete().head() == other.complete().head()
                && one.complete().gaps().equals(other.complete().gaps())
                && one.partials().equals(other.partials());
    }
}
