package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.value.SqlValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;

/** The whole state in a few numbers, so that nodes can be compared. Thread-safe. */
public final class StateDigest {
    private final Database database;
    private final Tables tables;

    /**
     * What a node has. Two nodes with equal digests have equal rows in every replicated table.
     *
     * @param versions known versions by actor
     * @param rows number of rows in all replicated tables
     * @param digest hexadecimal SHA-256 over all rows, tables by name, rows by key
     */
    public record State(SortedMap<ActorId, ActorVersions> versions, long rows, String digest) {}

    /** A digest of the given storage. */
    public StateDigest(Storage storage) {
        this.database = storage.database();
        this.tables = storage.tables();
    }

    /**
     * Reads the state, all of it as of one moment.
     *
     * @throws StorageException when SQLite fails
     */
    public State read() {
        return database.read(session -> {
            MessageDigest digest = sha256();
            long rows = 0;
            for (TableSchema table : tables.current().values()) {
                rows += add(session, table, digest);
            }
            return new State(Bookkeeping.read(session), rows, HexFormat.of().formatHex(digest.digest()));
        });
    }

    private static long add(SqlSession session, TableSchema table, MessageDigest digest) throws SQLException {
        text(digest, 'T', table.name());
        int columns = table.key().size() + table.values().size();
        String values = table.values().isEmpty() ? "" : ", " + table.valueColumns("");
        String keys = table.keyColumns("");
        long[] rows = {0};
        session.forEach("SELECT " + keys + values + " FROM " + table.quoted() + " ORDER BY " + keys, List.of(), row -> {
            rows[0]++;
            for (SqlValue value : SqlSession.values(row, 1, columns)) {
                add(digest, value);
            }
        });
        return rows[0];
    }

    /** Kind, length where it varies, content: no two different rows have the same bytes. */
    private static void add(MessageDigest digest, SqlValue value) {
        switch (value) {
            case SqlValue.Null ignored -> digest.update((byte) 'n');
            case SqlValue.Blob blob -> bytes(digest, 'b', blob.bytes());
            case SqlValue.Text text -> text(digest, 't', text.text());
            case SqlValue.Real real -> number(digest, 'r', Double.doubleToLongBits(real.number()));
            case SqlValue.Int integer -> number(digest, 'i', integer.number());
        }
    }

    private static void text(MessageDigest digest, char kind, String text) {
        bytes(digest, kind, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void bytes(MessageDigest digest, char kind, byte[] bytes) {
        number(digest, kind, bytes.length);
        digest.update(bytes);
    }

    private static void number(MessageDigest digest, char kind, long number) {
        digest.update((byte) kind);
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
