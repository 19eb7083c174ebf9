package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.HybridTime;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.SeqRange;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.value.SqlValue;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads back, for a node that missed them, the changes of past versions. Thread-safe. */
public final class ChangeReader {
    private final Database database;
    private final Tables tables;
    private final Actors actors;
    private final VersionLog versions;

    /**
     * What is left of some versions.
     *
     * @param sets versions that still have changes, ascending
     * @param emptied versions that are known here and have none, because later ones overwrote all of them, ascending
     */
    public record Found(List<ChangeSet> sets, List<VersionRange> emptied) {}

    /** Reads from the given storage. */
    public ChangeReader(Storage storage) {
        this.database = storage.database();
        this.tables = storage.tables();
        this.actors = storage.actors();
        this.versions = storage.versions();
    }

    /**
     * Reads versions of one actor. Versions that are not known here are left out.
     *
     * @throws StorageException when SQLite fails
     */
    public Found read(ActorId actor, VersionRange range) {
        // asked before the read transaction begins, so that every version which counts as known can be read in it
        List<Long> known = new ArrayList<>();
        for (long version = range.start(); version <= range.end(); version++) {
            if (versions.contains(actor, version)) {
                known.add(version);
            }
        }
        if (known.isEmpty()) {
            return new Found(List.of(), List.of());
        }
        return database.read(session -> {
            SortedMap<Long, List<Change>> byVersion = new TreeMap<>();
            for (TableSchema table : tables.current().values()) {
                read(session, table, actors.ordinalIfKnown(actor), range, byVersion);
            }
            List<ChangeSet> sets = new ArrayList<>();
            List<VersionRange> emptied = new ArrayList<>();
            for (long version : known) {
                List<Change> changes = byVersion.get(version);
                if (changes == null) {
                    addTo(emptied, version);
                } else {
                    changes.sort(Comparator.comparingLong(Change::seq));
                    sets.add(ChangeSet.whole(actor, actors.node(actor), version, ChangeSet.UNKNOWN_TIME, changes));
                }
            }
            return new Found(sets, emptied);
        });
    }

    /**
     * Reads parts of one version: for each missing range of {@code wanted} that is here the changes which still stand, possibly
     * none. Of an incomplete version only those ranges count that have arrived. A version that is wanted as a whole and has no
     * changes left comes back as emptied.
     *
     * @param wanted the seqs to read, and the last seq that the answers name
     * @throws StorageException when SQLite fails
     */
    public Found readPart(ActorId actor, long version, PartialVersion wanted) {
        return database.read(session -> {
            boolean complete = Bookkeeping.isComplete(session, actor, version);
            List<SeqRange> ranges = complete
                    ? wanted.missing()
                    : SeqRange.intersect(wanted.missing(), Bookkeeping.received(session, actor, version));
            if (ranges.isEmpty()) {
                return new Found(List.of(), List.of());
            }
            List<Change> standing = complete
                    ? standing(session, actor, version)
                    : ChangeBuffer.read(session, actor, version, new SeqRange(0, wanted.lastSeq()));
            HybridTime time = complete
                    ? ChangeSet.UNKNOWN_TIME
                    : ChangeBuffer.time(session, actor, version, new SeqRange(0, wanted.lastSeq()));
            List<ChangeSet> sets = new ArrayList<>();
            for (SeqRange range : ranges) {
                List<Change> changes = standing.stream()
                        .filter(change -> range.contains(change.seq()))
                        .toList();
                if (changes.isEmpty() && range.start() == 0 && range.end() == wanted.lastSeq()) {
                    return new Found(List.of(), List.of(VersionRange.of(version)));
                }
                String node = actors.nodeIfKnown(actor);
                sets.add(new ChangeSet(actor, node, version, range, wanted.lastSeq(), time, changes));
            }
            return new Found(sets, List.of());
        });
    }

    private List<Change> standing(SqlSession session, ActorId actor, long version) throws SQLException {
        SortedMap<Long, List<Change>> byVersion = new TreeMap<>();
        for (TableSchema table : tables.current().values()) {
            read(session, table, actors.ordinalIfKnown(actor), VersionRange.of(version), byVersion);
        }
        return byVersion.getOrDefault(version, List.of()).stream()
                .sorted(Comparator.comparingLong(Change::seq))
                .toList();
    }

    private static void addTo(List<VersionRange> ranges, long version) {
        if (!ranges.isEmpty() && ranges.getLast().end() == version - 1) {
            ranges.set(ranges.size() - 1, new VersionRange(ranges.getLast().start(), version));
        } else {
            ranges.add(VersionRange.of(version));
        }
    }

    private static void read(
            SqlSession session, TableSchema table, long ordinal, VersionRange range, SortedMap<Long, List<Change>> into)
            throws SQLException {
        String values = table.values().isEmpty() ? "" : ", " + table.valueColumns("b.");
        session.forEach(
                "SELECT c.col_name, c.col_version, c.db_version, c.seq, coalesce(s.col_version, 1), "
                        + table.clockKey("c.")
                        + values + " FROM " + table.clock() + " c LEFT JOIN " + table.clock() + " s ON "
                        + joined(table, "s", "c") + " AND s.col_name = '" + Change.SENTINEL + "' LEFT JOIN "
                        + table.quoted()
                        + " b ON " + table.keyEqualsClock("b", "c")
                        + " WHERE c.site_id = ? AND c.db_version BETWEEN ? AND ?",
                List.of(SqlValue.of(ordinal), SqlValue.of(range.start()), SqlValue.of(range.end())),
                row -> into.computeIfAbsent(row.getLong(3), version -> new ArrayList<>())
                        .add(change(table, row)));
    }

    private static Change change(TableSchema table, ResultSet row) throws SQLException {
        String column = row.getString(1);
        int keys = table.key().size();
        RowKey key = new RowKey(table.name(), SqlSession.values(row, 6, keys));
        SqlValue value = SqlValue.Null.VALUE;
        if (!column.equals(Change.SENTINEL)) {
            Map<String, Integer> positions = new LinkedHashMap<>();
            table.values().forEach(c -> positions.put(c.name(), positions.size()));
            value = SqlSession.value(row, 6 + keys + positions.getOrDefault(column, 0));
        }
        return new Change(key, column, value, row.getLong(2), row.getLong(5), row.getLong(4));
    }

    private static String joined(TableSchema table, String left, String right) {
        StringBuilder condition = new StringBuilder();
        for (int i = 1; i <= table.key().size(); i++) {
            condition.append(i == 1 ? "" : " AND ");
            condition
                    .append(left)
                    .append(".k")
                    .append(i)
                    .append(" = ")
                    .append(right)
                    .append(".k")
                    .append(i);
        }
        return condition.toString();
    }
}
