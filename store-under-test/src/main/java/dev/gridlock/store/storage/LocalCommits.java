package dev.gridlock.store.storage;

import dev.gridlock.store.clock.HybridClock;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.LocalRow;
import dev.gridlock.store.crdt.RowEdit;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.RowState;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.sql.BoundStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of this node's clients: run the statements, find out what they changed, give the changes the next version.
 * Thread-safe.
 */
public final class LocalCommits {
    /** Keywords of statements that would end or leave the transaction, or change what the writer connection is. */
    private static final Set<String> LEAVING = Set.of(
            "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "PRAGMA", "VACUUM");

    /** Keywords of statements that would change the schema on this node alone. */
    private static final Set<String> DEFINING = Set.of("CREATE", "DROP", "ALTER", "REINDEX");

    private static final Set<String> COUNTED = Set.of("INSERT", "UPDATE", "DELETE", "REPLACE", "WITH");

    private final HybridClock clock;
    private final Database database;
    private final Actors actors;
    private final VersionLog versions;
    private final RowStates rows;
    private final LocalCapture capture;
    private final Consumer<ChangeSet> committed;

    /**
     * What one statement did.
     *
     * @param rowsAffected rows inserted, changed or deleted
     * @param seconds time that it took
     */
    public record StatementOutcome(long rowsAffected, double seconds) {}

    /**
     * A committed transaction.
     *
     * @param statements outcome of each statement
     * @param seconds time that the transaction took, waiting for the writer included
     * @param changes what other nodes must hear; empty when nothing changed
     */
    public record Outcome(List<StatementOutcome> statements, double seconds, Optional<ChangeSet> changes) {}

    /**
     * @param clock dates the commits
     * @param committed told of each change set once it is committed, in commit order, under the writer lock; must be quick
     */
    public LocalCommits(Storage storage, HybridClock clock, Consumer<ChangeSet> committed) {
        this.clock = clock;
        this.database = storage.database();
        this.actors = storage.actors();
        this.versions = storage.versions();
        this.rows = storage.rows();
        this.capture = storage.capture();
        this.committed = committed;
    }

    /**
     * Runs statements in one transaction. When this returns, they are committed and survive the death of the process.
     *
     * @param statements at least one
     * @param timeout longest run of all statements together, null for no limit
     * @throws StatementFailedException when a statement fails or the time is up; nothing is changed then
     * @throws StorageException when the transaction fails otherwise; nothing is changed then
     */
    public Outcome execute(List<BoundStatement> statements, @Nullable Duration timeout)
            throws StatementFailedException {
        long start = System.nanoTime();
        record Committed(
                List<StatementOutcome> outcomes,
                Optional<ChangeSet> changes,
                Map<RowKey, RowState> written,
                VersionDraft draft) {}
        Committed result = database.write(
                WritePriority.CLIENT,
                session -> {
                    List<StatementOutcome> outcomes = runAll(session, statements, timeout);
                    Map<RowKey, RowState> written = new LinkedHashMap<>();
                    Optional<ChangeSet> changes = collect(session, written);
                    VersionDraft draft = versions.draft();
                    changes.ifPresent(set -> draft.complete(actors.self(), VersionRange.of(set.version())));
                    draft.write(session);
                    return new Committed(outcomes, changes, written, draft);
                },
                done -> {
                    versions.publish(done.draft());
                    rows.publish(done.written());
                    capture.publish(true);
                    done.changes().ifPresent(committed);
                });
        return new Outcome(result.outcomes(), secondsSince(start), result.changes());
    }

    private List<StatementOutcome> runAll(
            SqlSession session, List<BoundStatement> statements, @Nullable Duration timeout)
            throws StatementFailedException, SQLException {
        capture.begin(session);
        if (timeout != null) {
            session.setDeadline(timeout);
        }
        try {
            List<StatementOutcome> outcomes = new ArrayList<>();
            for (BoundStatement statement : statements) {
                outcomes.add(runOne(session, statement));
            }
            return outcomes;
        } finally {
            if (timeout != null) {
                session.clearDeadline();
            }
        }
    }

    private static StatementOutcome runOne(SqlSession session, BoundStatement statement)
            throws StatementFailedException, SQLException {
        String keyword = statement.text().firstKeyword();
        if (LEAVING.contains(keyword)) {
            throw new StatementFailedException("found " + keyword + " in a transaction, expected a statement that stays"
                    + " inside the transaction of the request");
        }
        if (DEFINING.contains(keyword)) {
            throw new StatementFailedException(
                    "found " + keyword + " in a transaction, expected the schema to come from the schema files");
        }
        long start = System.nanoTime();
        try {
            session.execute(statement.text().sql(), statement.arguments());
        } catch (SQLException e) {
            StorageException reason = StorageException.ofWriter("", e);
            if (reason.isFatal()) {
                throw e;
            }
            String message = reason.isTimeout()
                    ? "found a transaction that ran out of its time, expected it to end within the request's timeout"
                    : StorageException.reason(e);
            throw new StatementFailedException(message, e);
        }
        long affected = COUNTED.contains(keyword)
                ? session.first("SELECT changes()", List.of(), row -> row.getLong(1))
                        .orElse(0L)
                : 0;
        return new StatementOutcome(affected, secondsSince(start));
    }

    private Optional<ChangeSet> collect(SqlSession session, Map<RowKey, RowState> written) throws SQLException {
        Map<RowKey, List<RowEdit>> edits = capture.end(session);
        long version = versions.head(actors.self()) + 1;
        List<Change> changes = new ArrayList<>();
        for (Map.Entry<RowKey, List<RowEdit>> entry : edits.entrySet()) {
            RowKey row = entry.getKey();
            RowStates.Stored stored = rows.load(session, row);
            LocalRow result = LocalRow.replay(
                    row,
                    stored.state(),
                    entry.getValue(),
                    rows.values(session, row),
                    actors.self(),
                    version,
                    changes.size());
            written.put(row, result.after());
            rows.saveClock(session, row, stored.state(), result.after());
            changes.addAll(result.changes());
        }
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        ChangeSet.whole(actors.self(), actors.node(actors.self()), version, clock.now(), changes));
    }

    private static double secondsSince(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
