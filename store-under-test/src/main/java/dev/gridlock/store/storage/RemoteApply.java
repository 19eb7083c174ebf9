package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.HybridTime;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.RowState;
import dev.gridlock.store.crdt.SeqRange;
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
    private final Tables tables;
    private final Actors actors;
    private final VersionLog versions;
    private final RowStates rows;
    private final LocalCapture capture;

    /**
     * What became of a batch. Duplicates are in none of the lists.
     *
     * @param applied whole change sets that are now part of the database, also those of which this batch brought the last part
     * @param buffered parts that are in the database now and wait for the others
     * @param rejected change sets that could not be taken in
     */
    public record Result(List<ChangeSet> applied, List<ChangeSet> buffered, List<Rejected> rejected) {
        public Result {
            applied = List.copyOf(applied);
            buffered = List.copyOf(buffered);
            rejected = List.copyOf(rejected);
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
        this.rows = storage.rows();
        this.capture = storage.capture();
    }

    /**
     * Takes in a batch. What is known already is passed over. A part of a transaction waits in the database until the other parts
     * are there; then all changes of the transaction are applied at once.
     *
     * @param sets whole transactions and parts, in any order
     * @param emptied versions that have no changes left, by actor
     * @param committed told of the whole change sets that were applied, once they are committed, under the writer lock; must be
     *     quick
     * @throws StorageException when the database is broken
     */
    public Result apply(
            List<ChangeSet> sets, Map<ActorId, List<VersionRange>> emptied, Consumer<List<ChangeSet>> committed) {
        Outcome outcome = new Outcome();
        List<ChangeSet> valid = sortOut(sets, outcome.rejected);
        SortedMap<ActorId, String> nodes = new TreeMap<>();
        valid.forEach(set -> nodes.put(set.actor(), set.node()));
        try {
            actors.register(nodes);
            applyValid(valid, emptied, committed, outcome);
        } catch (StorageException e) {
            if (!e.isWithoutTurn()) {
                throw e;
            }
            // nothing is broken, the others are just slow: what is left may come again
            valid.stream()
                    .filter(set -> !versions.containsPart(set.actor(), set.version(), set.seqs()))
                    .forEach(set -> outcome.rejected.add(new Rejected(set, String.valueOf(e.getMessage()))));
        }
        return new Result(outcome.applied, outcome.buffered, outcome.rejected);
    }

    /** Those of some change sets that do not fit the tables of this node. */
    public List<Rejected> problems(List<ChangeSet> sets) {
        List<Rejected> problems = new ArrayList<>();
        sortOut(sets, problems);
        return problems;
    }

    /** Those that fit; the others go to the rejected. */
    private List<ChangeSet> sortOut(List<ChangeSet> sets, List<Rejected> rejected) {
        List<ChangeSet> valid = new ArrayList<>();
        for (ChangeSet set : sets) {
            problem(set).ifPresentOrElse(reason -> rejected.add(new Rejected(set, reason)), () -> valid.add(set));
        }
        return valid;
    }

    private static final class Outcome {
        private final List<ChangeSet> applied = new ArrayList<>();
        private final List<ChangeSet> buffered = new ArrayList<>();
        private final List<Rejected> rejected = new ArrayList<>();
    }

    private void applyValid(
            List<ChangeSet> sets,
            Map<ActorId, List<VersionRange>> emptied,
            Consumer<List<ChangeSet>> committed,
            Outcome outcome) {
        try {
            applyTogether(sets, emptied, committed, outcome);
        } catch (StorageException e) {
            if (e.isFatal() || e.isWithoutTurn() || sets.isEmpty()) {
                throw e;
            }
            if (sets.size() == 1 && emptied.isEmpty()) {
                outcome.rejected.add(new Rejected(sets.getFirst(), String.valueOf(e.getMessage())));
                return;
            }
            // one of them is to blame: each gets a transaction of its own, so that the others are not held up
            applyValid(List.of(), emptied, committed, outcome);
            for (ChangeSet set : sets) {
                applyValid(List.of(set), Map.of(), committed, outcome);
            }
        }
    }

    private void applyTogether(
            List<ChangeSet> sets,
            Map<ActorId, List<VersionRange>> emptied,
            Consumer<List<ChangeSet>> committed,
            Outcome outcome) {
        if (sets.isEmpty() && emptied.isEmpty()) {
            return;
        }
        database.write(WritePriority.APPLY, session -> receive(session, sets, emptied), done -> {
            versions.publish(done.draft());
            rows.publish(done.written());
            capture.publish(false);
            outcome.applied.addAll(done.whole());
            outcome.buffered.addAll(done.parts());
            if (!done.whole().isEmpty()) {
                committed.accept(done.whole());
            }
        });
    }

    /** What a transaction has taken in: whole sets to tell of, parts that wait. */
    private record Received(
            VersionDraft draft, Map<RowKey, RowState> written, List<ChangeSet> whole, List<ChangeSet> parts) {}

    private Received receive(SqlSession session, List<ChangeSet> sets, Map<ActorId, List<VersionRange>> emptied)
            throws SQLException {
        capture.keepQuiet(session);
        VersionDraft draft = versions.draft();
        for (Map.Entry<ActorId, List<VersionRange>> entry : emptied.entrySet()) {
            for (VersionRange range : entry.getValue()) {
                complete(session, draft, entry.getKey(), range);
            }
        }
        List<ChangeSet> whole = new ArrayList<>();
        List<ChangeSet> parts = new ArrayList<>();
        for (ChangeSet set : sets) {
            if (draft.contains(set.actor(), set.version())) {
                continue;
            }
            if (set.isWhole()) {
                complete(session, draft, set.actor(), VersionRange.of(set.version()));
                whole.add(set);
            } else {
                receivePart(session, draft, set, whole, parts);
            }
        }
        parts.removeIf(part -> draft.contains(part.actor(), part.version()));
        Map<RowKey, RowState> written = merge(session, whole);
        draft.write(session);
        return new Received(draft, written, whole, parts);
    }

    private static void complete(SqlSession session, VersionDraft draft, ActorId actor, VersionRange range)
            throws SQLException {
        if (draft.complete(actor, range)) {
            ChangeBuffer.drop(session, actor, range);
        }
    }

    private void receivePart(
            SqlSession session, VersionDraft draft, ChangeSet part, List<ChangeSet> whole, List<ChangeSet> parts)
            throws SQLException {
        PartialVersion before = draft.partial(part);
        PartialVersion after = before.with(part.seqs(), part.lastSeq());
        if (after.equals(before)) {
            return;
        }
        ChangeBuffer.add(session, part);
        if (!after.isComplete()) {
            draft.put(part.actor(), part.version(), after);
            parts.add(part);
            return;
        }
        SeqRange all = new SeqRange(0, after.lastSeq());
        List<Change> changes = ChangeBuffer.read(session, part.actor(), part.version(), all);
        // a transaction of which nothing is left is known without changes
        if (!changes.isEmpty()) {
            HybridTime time = ChangeBuffer.time(session, part.actor(), part.version(), all);
            whole.add(new ChangeSet(part.actor(), part.node(), part.version(), all, after.lastSeq(), time, changes));
        }
        ChangeBuffer.drop(session, part.actor(), VersionRange.of(part.version()));
        draft.complete(part.actor(), VersionRange.of(part.version()));
    }

    /** Merges in memory first: a row that the batch changes ten times is written once. The states that the rows have then. */
    private Map<RowKey, RowState> merge(SqlSession session, List<ChangeSet> sets) throws SQLException {
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
        return after;
    }

    private Optional<String> problem(ChangeSet set) {
        SortedMap<String, TableSchema> here = tables.current();
        for (Change change : set.changes()) {
            TableSchema table = here.get(change.row().table());
            if (table == null) {
                return Optional.of(
                        "found a change of table " + change.row().table() + ", expected one of " + here.keySet());
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
