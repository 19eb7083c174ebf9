package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.RowState;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.value.SqlValue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Takes in change sets of other nodes, a batch in one transaction. Thread-safe.
 *
 * <p>A change set that cannot be applied is left out and stays unknown, so that the catch-up brings it again, for instance once
 * this node has the table too.
 */
public final class RemoteApply {
    private final Database database;
    private final SortedMap<String, TableSchema> tables;
    private final Actors actors;
    private final VersionLog versions;
    private final RowStates rows;

    /**
     * What became of a batch.
     *
     * @param applied change sets that are now part of the database, in the order of the batch
     * @param rejected change sets that could not be applied
     */
    public record Result(List<ChangeSet> applied, List<Rejected> rejected) {
        private static final Result NOTHING = new Result(List.of(), List.of());

        private Result and(Result other) {
            List<ChangeSet> allApplied = new ArrayList<>(applied);
            allApplied.addAll(other.applied);
            List<Rejected> allRejected = new ArrayList<>(rejected);
            allRejected.addAll(other.rejected);
            return new Result(allApplied, allRejected);
        }
    }

    /**
     * A change set that could not be applied.
     *
     * @param changes the change set
     * @param reason why, in one sentence
     */
    public record Rejected(ChangeSet changes, String reason) {}

    /** Takes changes in to the given storage. */
    public RemoteApply(Storage storage) {
        this.database = storage.database();
        this.tables = storage.tables();
        this.actors = storage.actors();
        this.versions = storage.versions();
        this.rows = new RowStates(tables, actors);
    }

    /**
     * Applies a batch. Change sets that are known already are passed over.
     *
     * @param sets in any order
     * @param emptied versions that have no changes left, by actor
     * @param committed told of the change sets that were applied, once they are committed, under the writer lock; must be quick
     * @throws StorageException when the database is broken
     */
    public Result apply(
            List<ChangeSet> sets, Map<ActorId, List<VersionRange>> emptied, Consumer<List<ChangeSet>> committed) {
        List<Rejected> rejected = new ArrayList<>();
        List<ChangeSet> valid = new ArrayList<>();
        for (ChangeSet set : sets) {
            Optional<String> problem = problem(set);
            if (problem.isEmpty()) {
                valid.add(set);
            } else {
                rejected.add(new Rejected(set, problem.get()));
            }
        }
        SortedMap<ActorId, String> nodes = new TreeMap<>();
        valid.forEach(set -> nodes.put(set.actor(), set.node()));
        actors.register(nodes);
        return new Result(List.of(), rejected).and(applyValid(valid, emptied, committed));
    }

    private Result applyValid(
            List<ChangeSet> sets, Map<ActorId, List<VersionRange>> emptied, Consumer<List<ChangeSet>> committed) {
        try {
            return new Result(applyTogether(sets, emptied, committed), List.of());
        } catch (StorageException e) {
            if (e.isFatal()) {
                throw e;
            }
            if (sets.size() == 1) {
                return new Result(List.of(), List.of(new Rejected(sets.getFirst(), String.valueOf(e.getMessage()))));
            }
            if (sets.isEmpty()) {
                throw e;
            }
            // one of them is to blame: each gets a transaction of its own, so that the others are not held up
            Result result = applyValid(List.of(sets.getFirst()), emptied, committed);
            for (ChangeSet set : sets.subList(1, sets.size())) {
                result = result.and(applyValid(List.of(set), Map.of(), committed));
            }
            return result;
        }
    }

    private List<ChangeSet> applyTogether(
            List<ChangeSet> sets, Map<ActorId, List<VersionRange>> emptied, Consumer<List<ChangeSet>> committed) {
        record Applied(List<ChangeSet> sets, VersionLog.Staged staged) {}
        if (sets.isEmpty() && emptied.isEmpty()) {
            return Result.NOTHING.applied();
        }
        Applied applied = database.write(
                session -> {
                    Map<ActorId, List<VersionRange>> added = new TreeMap<>();
                    emptied.forEach((actor, ranges) -> added.put(actor, new ArrayList<>(ranges)));
                    List<ChangeSet> fresh = new ArrayList<>();
                    for (ChangeSet set : sets) {
                        if (!versions.contains(set.actor(), set.version())) {
                            fresh.add(set);
                            added.computeIfAbsent(set.actor(), actor -> new ArrayList<>())
                                    .add(VersionRange.of(set.version()));
                        }
                    }
                    merge(session, fresh);
                    return new Applied(fresh, versions.stage(session, added));
                },
                done -> {
                    versions.publish(done.staged());
                    if (!done.sets().isEmpty()) {
                        committed.accept(done.sets());
                    }
                });
        return applied.sets();
    }

    /** Merges in memory first: a row that the batch changes ten times is written once. */
    private void merge(SqlSession session, List<ChangeSet> sets) throws SQLException {
        Map<RowKey, RowStates.Stored> before = new LinkedHashMap<>();
        Map<RowKey, RowState> after = new LinkedHashMap<>();
        for (ChangeSet set : sets) {
            for (Change change : set.changes()) {
                RowKey row = change.row();
                RowState state = after.get(row);
                if (state == null) {
                    RowStates.Stored stored = rows.load(session, row);
                    before.put(row, stored);
                    state = stored.state();
                }
                after.put(row, state.merge(change, set.origin(change)));
            }
        }
        for (Map.Entry<RowKey, RowStates.Stored> entry : before.entrySet()) {
            RowKey row = entry.getKey();
            RowStates.Stored stored = entry.getValue();
            RowState merged = after.getOrDefault(row, stored.state());
            rows.saveValues(session, row, stored, merged);
            rows.saveClock(session, row, stored.state(), merged);
        }
    }

    private Optional<String> problem(ChangeSet set) {
        for (Change change : set.changes()) {
            TableSchema table = tables.get(change.row().table());
            if (table == null) {
                return Optional.of(
                        "found a change of table " + change.row().table() + ", expected one of " + tables.keySet());
            }
            if (table.key().size() != change.row().key().size()) {
                return Optional.of("found a key of " + change.row().key().size() + " values for table " + table.name()
                        + ", expected " + table.key().size());
            }
            if (!change.isSentinel()) {
                Optional<TableSchema.Column> column = table.value(change.column());
                if (column.isEmpty()) {
                    return Optional.of("found a change of column " + table.name() + "." + change.column()
                            + ", expected a column that this node has");
                }
                if (column.get().notNull() && change.value() instanceof SqlValue.Null) {
                    return Optional.of(
                            "found NULL for column " + table.name() + "." + change.column() + ", expected a value");
                }
            }
        }
        return Optional.empty();
    }
}
