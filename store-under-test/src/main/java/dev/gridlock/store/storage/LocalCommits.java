package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.LocalRow;
import dev.gridlock.store.crdt.RowEdit;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.value.SqlValue;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
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
     * @param committed told of each change set once it is committed, in commit order, under the writer lock; must be quick
     */
    public LocalCommits(Storage storage, Consumer<ChangeSet> committed) {
        this.database = storage.database();
        this.actors = storage.actors();
        this.versions = storage.versions();
        this.rows = new RowStates(storage.tables(), actors);
        this.capture = LocalCapture.install(database, storage.tables().values());
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
        record Committed(List<StatementOutcome> outcomes, Optional<ChangeSet> changes, VersionLog.Staged staged) {}
        Committed result = database.write(
                session -> {
                    List<StatementOutcome> outcomes = runAll(session, statements, timeout);
                    Optional<ChangeSet> changes = collect(session);
                    VersionLog.Staged staged = versions.stage(
                            session,
                            changes.isEmpty()
                                    ? Map.of()
                                    : Map.of(
                                            actors.self(),
                                            List.of(VersionRange.of(
                                                    changes.get().version()))));
                    return new Committed(outcomes, changes, staged);
                },
                done -> {
                    versions.publish(done.staged());
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
            StorageException reason = new StorageException("", e);
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

    private Optional<ChangeSet> collect(SqlSession session) throws SQLException {
        Map<RowKey, List<RowEdit>> edits = capture.end(session);
        long version = versions.head(actors.self()) + 1;
        List<Change> changes = new ArrayList<>();
        for (Map.Entry<RowKey, List<RowEdit>> entry : edits.entrySet()) {
            RowKey row = entry.getKey();
            RowStates.Stored stored = rows.load(session, row);
            Map<String, SqlValue> values = stored.values() == null ? Map.of() : stored.values();
            LocalRow result = LocalRow.replay(
                    row, stored.state(), entry.getValue(), values, actors.self(), version, changes.size());
            rows.saveClock(session, row, stored.state(), result.after());
            changes.addAll(result.changes());
        }
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(new ChangeSet(actors.self(), actors.node(actors.self()), version, changes));
    }

    private static double secondsSince(long startNanos) {
        return (System.nanoTime() - startNanos) / 1e9;
    }
}
