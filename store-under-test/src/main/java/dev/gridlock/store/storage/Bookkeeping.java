package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.SeqRange;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import dev.gridlock.store.value.SqlValue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The versions that a database has, on disk: heads in {@code crsql_db_versions}, versions of which nothing is here in {@code
 * __corro_bookkeeping_gaps}, received seqs of incomplete ones in {@code __corro_seq_bookkeeping}. Works inside the caller's
 * transaction.
 */
final class Bookkeeping {
    private Bookkeeping() {}

    static void create(SqlSession session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS crsql_db_versions"
                + " (site_id BLOB NOT NULL PRIMARY KEY, db_version INTEGER NOT NULL)");
        session.execute("CREATE TABLE IF NOT EXISTS __corro_bookkeeping_gaps (actor_id BLOB NOT NULL, start INTEGER NOT"
                + " NULL, \"end\" INTEGER NOT NULL, PRIMARY KEY (actor_id, start))");
        session.execute("CREATE TABLE IF NOT EXISTS __corro_seq_bookkeeping (site_id BLOB NOT NULL, db_version INTEGER"
                + " NOT NULL, start_seq INTEGER NOT NULL, end_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL,"
                + " PRIMARY KEY (site_id, db_version, start_seq)) WITHOUT ROWID");
    }

    /** Everything, by actor. */
    static SortedMap<ActorId, ActorVersions> read(SqlSession session) throws SQLException {
        SortedMap<ActorId, List<VersionRange>> gaps = new TreeMap<>();
        session.forEach(
                "SELECT actor_id, start, \"end\" FROM __corro_bookkeeping_gaps",
                List.of(),
                row -> gaps.computeIfAbsent(Actors.ofBytes(row.getBytes(1)), actor -> new ArrayList<>())
                        .add(new VersionRange(row.getLong(2), row.getLong(3))));
        SortedMap<ActorId, SortedMap<Long, PartialVersion>> partials = new TreeMap<>();
        session.forEach(
                "SELECT site_id, db_version, start_seq, end_seq, last_seq FROM __corro_seq_bookkeeping",
                List.of(),
                row -> partials.computeIfAbsent(Actors.ofBytes(row.getBytes(1)), actor -> new TreeMap<>())
                        .merge(
                                row.getLong(2),
                                PartialVersion.unseen(row.getLong(5))
                                        .with(new SeqRange(row.getLong(3), row.getLong(4)), row.getLong(5)),
                                Bookkeeping::both));
        SortedMap<ActorId, ActorVersions> actors = new TreeMap<>();
        session.forEach("SELECT site_id, db_version FROM crsql_db_versions", List.of(), row -> {
            ActorId actor = Actors.ofBytes(row.getBytes(1));
            SortedMap<Long, PartialVersion> parts = partials.getOrDefault(actor, new TreeMap<>());
            List<VersionRange> incomplete = new ArrayList<>(gaps.getOrDefault(actor, List.of()));
            parts.keySet().forEach(version -> incomplete.add(VersionRange.of(version)));
            actors.put(actor, new ActorVersions(allBut(incomplete, row.getLong(2)), parts));
        });
        return actors;
    }

    private static PartialVersion both(PartialVersion one, PartialVersion other) {
        PartialVersion all = one;
        for (SeqRange range : other.received()) {
            all = all.with(range, other.lastSeq());
        }
        return all;
    }

    /** The versions 1 to head without the given ones. */
    private static VersionSet allBut(List<VersionRange> missing, long head) {
        VersionSet gone = new VersionSet();
        missing.forEach(gone::add);
        VersionSet all = new VersionSet();
        if (head > 0) {
            all.add(new VersionRange(1, head));
        }
        VersionSet kept = new VersionSet();
        gone.missingFrom(all).forEach(kept::add);
        return kept;
    }

    /** Writes what differs. */
    static void write(SqlSession session, ActorId actor, ActorVersions before, ActorVersions after)
            throws SQLException {
        SqlValue id = Actors.toBlob(actor);
        if (after.head() != before.head()) {
            session.execute(
                    "INSERT INTO crsql_db_versions VALUES (?, ?)"
                            + " ON CONFLICT (site_id) DO UPDATE SET db_version = excluded.db_version",
                    List.of(id, SqlValue.of(after.head())));
        }
        writeGaps(session, id, new LinkedHashSet<>(before.need()), new LinkedHashSet<>(after.need()));
        for (Map.Entry<Long, PartialVersion> partial : before.partials().entrySet()) {
            if (!partial.getValue().equals(after.partials().get(partial.getKey()))) {
                session.execute(
                        "DELETE FROM __corro_seq_bookkeeping WHERE site_id = ? AND db_version = ?",
                        List.of(id, SqlValue.of(partial.getKey())));
            }
        }
        for (Map.Entry<Long, PartialVersion> partial : after.partials().entrySet()) {
            if (!partial.getValue().equals(before.partials().get(partial.getKey()))) {
                writeReceived(session, id, partial.getKey(), partial.getValue());
            }
        }
    }

    private static void writeGaps(SqlSession session, SqlValue actor, Set<VersionRange> old, Set<VersionRange> fresh)
            throws SQLException {
        for (VersionRange gap : old) {
            if (!fresh.contains(gap)) {
                session.execute(
                        "DELETE FROM __corro_bookkeeping_gaps WHERE actor_id = ? AND start = ?",
                        List.of(actor, SqlValue.of(gap.start())));
            }
        }
        for (VersionRange gap : fresh) {
            if (!old.contains(gap)) {
                session.execute(
                        "INSERT INTO __corro_bookkeeping_gaps VALUES (?, ?, ?)",
                        List.of(actor, SqlValue.of(gap.start()), SqlValue.of(gap.end())));
            }
        }
    }

    private static void writeReceived(SqlSession session, SqlValue actor, long version, PartialVersion partial)
            throws SQLException {
        for (SeqRange range : partial.received()) {
            session.execute(
                    "INSERT INTO __corro_seq_bookkeeping VALUES (?, ?, ?, ?, ?)",
                    List.of(
                            actor,
                            SqlValue.of(version),
                            SqlValue.of(range.start()),
                            SqlValue.of(range.end()),
                            SqlValue.of(partial.lastSeq())));
        }
    }

    /** Whether a version is here as a whole. */
    static boolean isComplete(SqlSession session, ActorId actor, long version) throws SQLException {
        SqlValue id = Actors.toBlob(actor);
        SqlValue number = SqlValue.of(version);
        return session.first(
                        "SELECT 1 FROM crsql_db_versions WHERE site_id = ? AND db_version >= ?"
                                + " AND NOT EXISTS (SELECT 1 FROM __corro_bookkeeping_gaps WHERE actor_id = ? AND start"
                                + " <= ? AND \"end\" >= ?)"
                                + " AND NOT EXISTS (SELECT 1 FROM __corro_seq_bookkeeping WHERE site_id = ? AND"
                                + " db_version = ?)",
                        List.of(id, number, id, number, number, id, number),
                        row -> 1)
                .isPresent();
    }

    /** The seqs that are here of an incomplete version, ascending; none when nothing is here, or all. */
    static List<SeqRange> received(SqlSession session, ActorId actor, long version) throws SQLException {
        return session.query(
                "SELECT start_seq, end_seq FROM __corro_seq_bookkeeping WHERE site_id = ? AND db_version = ?"
                        + " ORDER BY start_seq",
                List.of(Actors.toBlob(actor), SqlValue.of(version)),
                row -> new SeqRange(row.getLong(1), row.getLong(2)));
    }
}
