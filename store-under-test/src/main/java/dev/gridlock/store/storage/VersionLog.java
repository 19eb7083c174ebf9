package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import dev.gridlock.store.value.SqlValue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which versions of which actor this database has: the bookkeeping behind heads, needs and duplicates. Thread-safe.
 *
 * <p>Memory follows disk: a change is written in the transaction that brings the versions, and shows here only once that has
 * committed. So whatever this says is known can be read.
 */
public final class VersionLog {
    private final ReentrantLock lock = new ReentrantLock();
    private final SortedMap<ActorId, VersionSet> known;

    /** Versions written in a transaction that has not committed yet. */
    record Staged(SortedMap<ActorId, VersionSet> sets) {}

    private VersionLog(SortedMap<ActorId, VersionSet> known) {
        this.known = known;
    }

    /**
     * Reads the bookkeeping of a database, and makes its tables when they are missing.
     *
     * @throws StorageException when SQLite fails
     */
    public static VersionLog open(Database database) {
        return database.write(session -> {
            session.execute("CREATE TABLE IF NOT EXISTS crsql_db_versions"
                    + " (site_id BLOB NOT NULL PRIMARY KEY, db_version INTEGER NOT NULL)");
            session.execute(
                    "CREATE TABLE IF NOT EXISTS __corro_bookkeeping_gaps (actor_id BLOB NOT NULL, start INTEGER NOT"
                            + " NULL, \"end\" INTEGER NOT NULL, PRIMARY KEY (actor_id, start))");
            return new VersionLog(read(session));
        });
    }

    /** Reads the bookkeeping as the session's transaction sees it. */
    static SortedMap<ActorId, VersionSet> read(SqlSession session) throws SQLException {
        SortedMap<ActorId, List<VersionRange>> gaps = new TreeMap<>();
        session.forEach(
                "SELECT actor_id, start, \"end\" FROM __corro_bookkeeping_gaps ORDER BY actor_id, start",
                List.of(),
                row -> gaps.computeIfAbsent(Actors.ofBytes(row.getBytes(1)), actor -> new ArrayList<>())
                        .add(new VersionRange(row.getLong(2), row.getLong(3))));
        SortedMap<ActorId, VersionSet> sets = new TreeMap<>();
        session.forEach("SELECT site_id, db_version FROM crsql_db_versions", List.of(), row -> {
            ActorId actor = Actors.ofBytes(row.getBytes(1));
            sets.put(actor, VersionSet.of(row.getLong(2), gaps.getOrDefault(actor, List.of())));
        });
        return sets;
    }

    /** Whether the version is in the database. */
    public boolean contains(ActorId actor, long version) {
        lock.lock();
        try {
            VersionSet set = known.get(actor);
            return set != null && set.contains(version);
        } finally {
            lock.unlock();
        }
    }

    /** The highest known version of an actor, 0 when none is. */
    long head(ActorId actor) {
        lock.lock();
        try {
            VersionSet set = known.get(actor);
            return set == null ? 0 : set.head();
        } finally {
            lock.unlock();
        }
    }

    /** A copy of everything that is known. */
    public SortedMap<ActorId, VersionSet> snapshot() {
        lock.lock();
        try {
            SortedMap<ActorId, VersionSet> copy = new TreeMap<>();
            known.forEach((actor, set) -> copy.put(actor, set.copy()));
            return copy;
        } finally {
            lock.unlock();
        }
    }

    /** Writes more known versions in the session's transaction; only the holder of the writer lock may call this. */
    Staged stage(SqlSession session, Map<ActorId, List<VersionRange>> added) throws SQLException {
        SortedMap<ActorId, VersionSet> sets = new TreeMap<>();
        for (Map.Entry<ActorId, List<VersionRange>> entry : added.entrySet()) {
            VersionSet before = current(entry.getKey());
            VersionSet after = before.copy();
            entry.getValue().forEach(after::add);
            persist(session, entry.getKey(), before, after);
            sets.put(entry.getKey(), after);
        }
        return new Staged(Collections.unmodifiableSortedMap(sets));
    }

    private VersionSet current(ActorId actor) {
        lock.lock();
        try {
            VersionSet set = known.get(actor);
            return set == null ? new VersionSet() : set.copy();
        } finally {
            lock.unlock();
        }
    }

    private static void persist(SqlSession session, ActorId actor, VersionSet before, VersionSet after)
            throws SQLException {
        SqlValue id = Actors.toBlob(actor);
        if (after.head() != before.head()) {
            session.execute(
                    "INSERT INTO crsql_db_versions VALUES (?, ?)"
                            + " ON CONFLICT (site_id) DO UPDATE SET db_version = excluded.db_version",
                    List.of(id, SqlValue.of(after.head())));
        }
        List<VersionRange> old = before.gaps();
        List<VersionRange> fresh = after.gaps();
        for (VersionRange gap : old) {
            if (!fresh.contains(gap)) {
                session.execute(
                        "DELETE FROM __corro_bookkeeping_gaps WHERE actor_id = ? AND start = ?",
                        List.of(id, SqlValue.of(gap.start())));
            }
        }
        for (VersionRange gap : fresh) {
            if (!old.contains(gap)) {
                session.execute(
                        "INSERT INTO __corro_bookkeeping_gaps VALUES (?, ?, ?)",
                        List.of(id, SqlValue.of(gap.start()), SqlValue.of(gap.end())));
            }
        }
    }

    /** Shows what was staged, once its transaction has committed. */
    void publish(Staged staged) {
        lock.lock();
        try {
            known.putAll(staged.sets());
        } finally {
            lock.unlock();
        }
    }
}
