package dev.gridlock.store.api;

import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.sql.ParameterMismatchException;
import dev.gridlock.store.sql.SqlSyntaxException;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.sql.SqlToken;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.SqlSession;
import dev.gridlock.store.storage.StorageException;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.hc.core5.http.HttpException;

/** {@code POST /v1/queries}: one query, its rows streamed as they are read. */
final class QueriesRoute implements Route {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration NO_TIMEOUT = Duration.ofDays(36_500);
    private static final Set<String> READING = Set.of("SELECT", "VALUES", "EXPLAIN");
    private static final Set<String> WRITING = Set.of("INSERT", "UPDATE", "DELETE", "REPLACE");

    private final Database database;
    private final StoreMetrics metrics;

    QueriesRoute(Database database, StoreMetrics metrics) {
        this.database = database;
        this.metrics = metrics;
    }

    @Override
    public void handle(Exchange exchange) throws ApiException, IOException, HttpException {
        Duration timeout = exchange.timeout(Optional.of(DEFAULT_TIMEOUT)).orElse(NO_TIMEOUT);
        BoundStatement statement = statement(exchange);
        requireReading(statement.text());
        try {
            database.read(session -> {
                session.check(statement.text().sql());
                return true;
            });
        } catch (StorageException e) {
            throw new ApiException(e.isFatal() ? 500 : 400, String.valueOf(e.getMessage()));
        }
        exchange.respondStream(List.of(), out -> stream(exchange, out, statement, timeout));
    }

    private static BoundStatement statement(Exchange exchange) throws ApiException, IOException {
        try {
            return new StatementJson(exchange.json()).read(exchange.body());
        } catch (SqlSyntaxException e) {
            throw new ApiException(400, String.valueOf(e.getMessage()));
        } catch (ParameterMismatchException e) {
            throw new ApiException(500, String.valueOf(e.getMessage()));
        }
    }

    private static void requireReading(SqlText text) throws ApiException {
        String keyword = text.firstKeyword();
        if (keyword.equals("WITH")) {
            keyword = keywordAfterWith(text);
        }
        if (!READING.contains(keyword)) {
            throw new ApiException(
                    400,
                    "found " + (keyword.isEmpty() ? "no keyword" : keyword)
                            + ", expected a statement that only reads: SELECT, VALUES, WITH or EXPLAIN");
        }
    }

    private static String keywordAfterWith(SqlText text) {
        int depth = 0;
        for (SqlToken token : text.tokens()) {
            if (token.isSymbol('(')) {
                depth++;
            } else if (token.isSymbol(')')) {
                depth--;
            } else if (depth == 0
                    && token.kind() == SqlToken.Kind.WORD
                    && (READING.contains(token.keyword()) || WRITING.contains(token.keyword()))) {
                return token.keyword();
            }
        }
        return "WITH";
    }

    private void stream(Exchange exchange, OutputStream out, BoundStatement statement, Duration timeout)
            throws IOException {
        NdjsonWriter writer = new NdjsonWriter(exchange.json(), out);
        long start = System.nanoTime();
        long deadline = start + timeout.toNanos();
        try {
            database.<Boolean, IOException>read(session -> {
                session.setDeadline(timeout);
                try {
                    rows(session, statement, writer, deadline);
                } finally {
                    session.clearDeadline();
                }
                return true;
            });
            writer.endOfQuery((System.nanoTime() - start) / 1e9, OptionalLong.empty());
        } catch (StorageException e) {
            if (e.isTimeout()) {
                metrics.sqliteInterrupt.inc();
            }
            // the status is on its way already: a stream without its end-of-query is how the client knows
            writer.error(String.valueOf(e.getMessage()));
        }
        writer.flush();
    }

    private static void rows(SqlSession session, BoundStatement statement, NdjsonWriter writer, long deadlineNanos)
            throws SQLException, IOException {
        long[] rowId = {0};
        int[] width = {0};
        session.<IOException>stream(
                statement.text().sql(),
                statement.arguments(),
                columns -> {
                    width[0] = columns.size();
                    writer.columns(columns);
                },
                row -> {
                    // the rows may be cheap and the client slow
                    if (System.nanoTime() - deadlineNanos >= 0) {
                        throw new SQLTimeoutException(
                                "found a query that ran out of its time, expected it to end before");
                    }
                    writer.row(++rowId[0], SqlSession.values(row, 1, width[0]));
                });
    }
}
