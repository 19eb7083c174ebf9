package dev.gridlock.store.storage;

import dev.gridlock.store.value.SqlValue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;

/**
 * One connection with its prepared statements. Used by one thread at a time.
 *
 * <p>Statements stay prepared between uses: preparing costs more than running the short statements that the store is made of.
 */
public final class SqlSession {
    private static final int MOST_STATEMENTS = 256;
    /** Virtual machine steps between two looks at the clock: well under a millisecond. */
    private static final int STEPS_PER_CHECK = 5_000;

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>(64, 0.75f, true);

    private long schemaEpoch;

    SqlSession(Connection connection) {
        this.connection = connection;
    }

    /** Reads one row of a result. */
    public interface RowReader<T> {
        /** The value made of the current row. */
        T read(ResultSet row) throws SQLException;
    }

    /**
     * Takes one row of a result.
     *
     * @param <E> a checked exception of its own
     */
    public interface RowConsumer<E extends Exception> {
        /** Takes the current row. */
        void accept(ResultSet row) throws SQLException, E;
    }

    /**
     * Learns the column names of a result before its first row.
     *
     * @param <E> a checked exception of its own
     */
    public interface HeaderConsumer<E extends Exception> {
        /** Takes the names, in the order of the columns. */
        void accept(List<String> columns) throws SQLException, E;
    }

    /** Runs a statement whose rows, if any, do not matter. */
    public void execute(String sql, List<SqlValue> arguments) throws SQLException {
        try {
            PreparedStatement statement = bind(sql, arguments);
            if (statement.execute()) {
                statement.getResultSet().close();
            }
        } catch (SQLException e) {
            throw discarding(sql, e);
        }
    }

    /** Runs a statement without parameters. */
    public void execute(String sql) throws SQLException {
        execute(sql, List.of());
    }

    /** All rows of a query. */
    public <T> List<T> query(String sql, List<SqlValue> arguments, RowReader<T> reader) throws SQLException {
        List<T> rows = new ArrayList<>();
        forEach(sql, arguments, row -> rows.add(reader.read(row)));
        return rows;
    }

    /** The first row of a query. */
    public <T> Optional<T> first(String sql, List<SqlValue> arguments, RowReader<T> reader) throws SQLException {
        try (ResultSet rows = bind(sql, arguments).executeQuery()) {
            return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
        } catch (SQLException e) {
            throw discarding(sql, e);
        }
    }

    /** Feeds the rows of a query one by one. */
    public <E extends Exception> void forEach(String sql, List<SqlValue> arguments, RowConsumer<E> consumer)
            throws SQLException, E {
        try (ResultSet rows = bind(sql, arguments).executeQuery()) {
            while (rows.next()) {
                consumer.accept(rows);
            }
        } catch (SQLException e) {
            throw discarding(sql, e);
        }
    }

    /** Feeds the column names, then the rows of a query one by one. */
    public <E extends Exception> void stream(
            String sql, List<SqlValue> arguments, HeaderConsumer<E> header, RowConsumer<E> consumer)
            throws SQLException, E {
        try (ResultSet rows = bind(sql, arguments).executeQuery()) {
            header.accept(columns(rows.getMetaData()));
            while (rows.next()) {
                consumer.accept(rows);
            }
        } catch (SQLException e) {
            throw discarding(sql, e);
        }
    }

    /** Prepares a statement, to learn whether SQLite accepts it. */
    public void check(String sql) throws SQLException {
        prepare(sql);
    }

    private static List<String> columns(ResultSetMetaData metaData) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= metaData.getColumnCount(); i++) {
            columns.add(metaData.getColumnLabel(i));
        }
        return columns;
    }

    /** The driver finalises a statement that failed, and reports nonsense when it is used again. */
    private SQLException discarding(String sql, SQLException cause) {
        PreparedStatement failed = prepared.remove(sql);
        if (failed != null) {
            try {
                failed.close();
            } catch (SQLException e) {
                cause.addSuppressed(e);
            }
        }
        return cause;
    }

    private PreparedStatement bind(String sql, List<SqlValue> arguments) throws SQLException {
        PreparedStatement statement = prepare(sql);
        for (int i = 0; i < arguments.size(); i++) {
            switch (arguments.get(i)) {
                case SqlValue.Null ignored -> statement.setObject(i + 1, null);
                case SqlValue.Blob blob -> statement.setBytes(i + 1, blob.bytes());
                case SqlValue.Text text -> statement.setString(i + 1, text.text());
                case SqlValue.Real real -> statement.setDouble(i + 1, real.number());
                case SqlValue.Int integer -> statement.setLong(i + 1, integer.number());
            }
        }
        return statement;
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known != null) {
            return known;
        }
        if (prepared.size() >= MOST_STATEMENTS) {
            Iterator<PreparedStatement> leastRecent = prepared.values().iterator();
            leastRecent.next().close();
            leastRecent.remove();
        }
        PreparedStatement statement = connection.prepareStatement(sql);
        prepared.put(sql, statement);
        return statement;
    }

    /** Stops the statement that runs now, if any. Unlike all else here, for any thread. */
    void interrupt() throws SQLException {
        connection.unwrap(SQLiteConnection.class).getDatabase().interrupt();
    }

    /** Stops whatever runs on this session once the time is up, until {@link #clearDeadline}. */
    public void setDeadline(Duration timeout) throws SQLException {
        long deadline = System.nanoTime() + timeout.toNanos();
        ProgressHandler.setHandler(connection, STEPS_PER_CHECK, new ProgressHandler() {
            @Override
            protected int progress() {
                return System.nanoTime() - deadline >= 0 ? 1 : 0;
            }
        });
    }

    /** Lets statements run as long as they need. */
    public void clearDeadline() throws SQLException {
        ProgressHandler.clearHandler(connection);
    }

    /** The value of a column of the current row; columns count from 1. */
    public static SqlValue value(ResultSet row, int column) throws SQLException {
        return switch (row.getObject(column)) {
            case null -> SqlValue.Null.VALUE;
            case byte[] bytes -> SqlValue.of(bytes);
            case String text -> SqlValue.of(text);
            case Double number -> SqlValue.of(number.doubleValue());
            case Number number -> SqlValue.of(number.longValue());
            case Object other -> throw new AssertionError("SQLite has no value of " + other.getClass());
        };
    }

    /** The values of consecutive columns of the current row, from the given one on. */
    public static List<SqlValue> values(ResultSet row, int firstColumn, int count) throws SQLException {
        List<SqlValue> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(value(row, firstColumn + i));
        }
        return values;
    }

    /** Lets go of statements that were prepared before the given state of the schema: the driver remembers their columns. */
    void forgetStatements(long epoch) throws SQLException {
        if (schemaEpoch != epoch) {
            schemaEpoch = epoch;
            closeStatements();
        }
    }

    private void closeStatements() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.close();
        }
        prepared.clear();
    }

    void close() throws SQLException {
        closeStatements();
        connection.close();
    }
}
