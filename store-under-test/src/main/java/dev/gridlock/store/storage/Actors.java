package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.value.SqlValue;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The actors that ever wrote a row that is known here, each with a small number that stands for it in the clock tables, and with
 * the name of its node. Thread-safe.
 */
public final class Actors {
    private final Database database;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ActorId, Known> byId = new HashMap<>();
    private final Map<Long, Known> byOrdinal = new HashMap<>();
    private final Known self;

    /**
     * @param id the actor
     * @param ordinal its number in this database
     * @param node the name of its node
     */
    record Known(ActorId id, long ordinal, String node) {}

    private Actors(Database database, List<Known> known, Known self) {
        this.database = database;
        this.self = self;
        known.forEach(this::remember);
        remember(self);
    }

    /**
     * Reads the actors of a database. The first start draws the identity of this one.
     *
     * @throws StorageException when SQLite fails
     */
    public static Actors open(Database database, String node) {
        return database.write(WritePriority.BACKGROUND, session -> {
            session.execute("CREATE TABLE IF NOT EXISTS crsql_site_id"
                    + " (ordinal INTEGER PRIMARY KEY, site_id BLOB NOT NULL UNIQUE, node TEXT NOT NULL)");
            session.execute("CREATE TABLE IF NOT EXISTS __corro_state (key TEXT NOT NULL PRIMARY KEY, value)");
            ActorId own = session.first(
                            "SELECT value FROM __corro_state WHERE key = 'actor_id'",
                            List.of(),
                            row -> ActorId.parse(row.getString(1)))
                    .orElseGet(() -> new ActorId(UUID.randomUUID()));
            session.execute(
                    "INSERT OR IGNORE INTO __corro_state VALUES ('actor_id', ?)", List.of(SqlValue.of(own.toString())));
            Known self = insert(session, own, node);
            return new Actors(database, readAll(session), self);
        });
    }

    private static List<Known> readAll(SqlSession session) throws SQLException {
        return session.query(
                "SELECT ordinal, site_id, node FROM crsql_site_id ORDER BY ordinal",
                List.of(),
                row -> new Known(ofBytes(row.getBytes(2)), row.getLong(1), row.getString(3)));
    }

    private static Known insert(SqlSession session, ActorId id, String node) throws SQLException {
        session.execute(
                "INSERT INTO crsql_site_id (site_id, node) VALUES (?, ?)"
                        + " ON CONFLICT (site_id) DO UPDATE SET node = excluded.node",
                List.of(toBlob(id), SqlValue.of(node)));
        long ordinal = session.first(
                        "SELECT ordinal FROM crsql_site_id WHERE site_id = ?",
                        List.of(toBlob(id)),
                        row -> row.getLong(1))
                .orElseThrow();
        return new Known(id, ordinal, node);
    }

    /** The identity of this database. */
    public ActorId self() {
        return self.id();
    }

    /** Makes actors known that are not, in a transaction of its own. Must not be called inside one. */
    void register(Map<ActorId, String> nodes) {
        SortedMap<ActorId, String> unknown = new TreeMap<>(nodes);
        lock.lock();
        try {
            unknown.keySet().removeAll(byId.keySet());
        } finally {
            lock.unlock();
        }
        for (Map.Entry<ActorId, String> actor : unknown.entrySet()) {
            database.write(
                    WritePriority.APPLY, session -> insert(session, actor.getKey(), actor.getValue()), this::remember);
        }
    }

    private void remember(Known known) {
        lock.lock();
        try {
            byId.put(known.id(), known);
            byOrdinal.put(known.ordinal(), known);
        } finally {
            lock.unlock();
        }
    }

    /** The number of a known actor. */
    long ordinal(ActorId id) {
        return require(byId, id).ordinal();
    }

    /** The number of an actor, 0 (nobody's) when no change of it was ever seen. */
    long ordinalIfKnown(ActorId id) {
        lock.lock();
        try {
            Known known = byId.get(id);
            return known == null ? 0 : known.ordinal();
        } finally {
            lock.unlock();
        }
    }

    /** The actor of a number found in a clock table. */
    Known byOrdinal(long ordinal) {
        return require(byOrdinal, ordinal);
    }

    /** The name of a known actor's node. */
    String node(ActorId id) {
        return require(byId, id).node();
    }

    /** The name of an actor's node, empty when no change of it was ever seen. */
    String nodeIfKnown(ActorId id) {
        lock.lock();
        try {
            Known known = byId.get(id);
            return known == null ? "" : known.node();
        } finally {
            lock.unlock();
        }
    }

    private <K> Known require(Map<K, Known> index, K key) {
        lock.lock();
        try {
            Known known = index.get(key);
            if (known == null) {
                throw new AssertionError("actor " + key + " was never registered");
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** An actor id as SQLite keeps it: 16 bytes. */
    static SqlValue toBlob(ActorId id) {
        return SqlValue.of(ByteBuffer.allocate(16)
                .putLong(id.uuid().getMostSignificantBits())
                .putLong(id.uuid().getLeastSignificantBits())
                .array());
    }

    static ActorId ofBytes(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new ActorId(new UUID(buffer.getLong(), buffer.getLong()));
    }
}
