package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.HybridTime;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.SeqRange;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.value.SqlValue;
import java.sql.SQLException;
import java.util.List;

/**
 * Changes of transactions of which parts are still missing: table {@code __corro_buffered_changes}. Works inside the caller's
 * transaction.
 */
final class ChangeBuffer {
    private static final String OF_VERSION =
            " FROM __corro_buffered_changes WHERE site_id = ? AND db_version = ? AND seq BETWEEN ? AND ?";

    private ChangeBuffer() {}

    static void create(SqlSession session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS __corro_buffered_changes (site_id BLOB NOT NULL, db_version INTEGER"
                + " NOT NULL, seq INTEGER NOT NULL, \"table\" TEXT NOT NULL, pk BLOB NOT NULL, cid TEXT NOT NULL, val,"
                + " col_version INTEGER NOT NULL, cl INTEGER NOT NULL, ts INTEGER NOT NULL,"
                + " PRIMARY KEY (site_id, db_version, seq)) WITHOUT ROWID");
    }

    /** Adds the changes of a part. A change that is here already stays as it is: it is the same one. */
    static void add(SqlSession session, ChangeSet part) throws SQLException {
        SqlValue actor = Actors.toBlob(part.actor());
        for (Change change : part.changes()) {
            session.execute(
                    "INSERT OR IGNORE INTO __corro_buffered_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    List.of(
                            actor,
                            SqlValue.of(part.version()),
                            SqlValue.of(change.seq()),
                            SqlValue.of(change.row().table()),
                            SqlValue.of(KeyCodec.pack(change.row().key())),
                            SqlValue.of(change.column()),
                            change.value(),
                            SqlValue.of(change.columnVersion()),
                            SqlValue.of(change.causalLength()),
                            SqlValue.of(part.time().bits())));
        }
    }

    /** The changes that are here of some seqs of a version, in their order. */
    static List<Change> read(SqlSession session, ActorId actor, long version, SeqRange seqs) throws SQLException {
        return session.query(
                "SELECT \"table\", pk, cid, val, col_version, cl, seq" + OF_VERSION + " ORDER BY seq",
                arguments(actor, version, seqs),
                row -> new Change(
                        new RowKey(row.getString(1), KeyCodec.unpack(row.getBytes(2))),
                        row.getString(3),
                        SqlSession.value(row, 4),
                        row.getLong(5),
                        row.getLong(6),
                        row.getLong(7)));
    }

    /** When the version was committed, as far as one of its parts told. */
    static HybridTime time(SqlSession session, ActorId actor, long version, SeqRange seqs) throws SQLException {
        return session.first(
                        "SELECT coalesce(max(ts), 0)" + OF_VERSION,
                        arguments(actor, version, seqs),
                        row -> new HybridTime(row.getLong(1)))
                .orElse(ChangeSet.UNKNOWN_TIME);
    }

    private static List<SqlValue> arguments(ActorId actor, long version, SeqRange seqs) {
        return List.of(Actors.toBlob(actor), SqlValue.of(version), SqlValue.of(seqs.start()), SqlValue.of(seqs.end()));
    }

    /** Forgets what is here of some versions. */
    static void drop(SqlSession session, ActorId actor, VersionRange versions) throws SQLException {
        session.execute(
                "DELETE FROM __corro_buffered_changes WHERE site_id = ? AND db_version BETWEEN ? AND ?",
                List.of(Actors.toBlob(actor), SqlValue.of(versions.start()), SqlValue.of(versions.end())));
    }

    /** Actors of whom changes are here that the bookkeeping does not tell of. */
    static List<ActorId> strays(SqlSession session) throws SQLException {
        return session.query(
                "SELECT DISTINCT site_id FROM __corro_buffered_changes b WHERE NOT EXISTS (SELECT 1 FROM"
                        + " __corro_seq_bookkeeping s WHERE s.site_id = b.site_id AND s.db_version = b.db_version"
                        + " AND b.seq BETWEEN s.start_seq AND s.end_seq) ORDER BY site_id",
                List.of(),
                row -> Actors.ofBytes(row.getBytes(1)));
    }
}
