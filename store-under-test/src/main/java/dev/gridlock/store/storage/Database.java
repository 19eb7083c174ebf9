package dev.gridlock.store.storage;

import dev.gridlock.store.config.StoreConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The node's SQLite database in write-ahead-log mode: one connection that writes, and a few that read committed state beside it.
 * Thread-safe.
 *
 * <p>Writers queue at a fair lock, first come, first served, so that SQLite itself never has to wait for a lock.
 */
public final class Database implements AutoCloseable {
    private final String url;
    private final StoreConfig.Db config;
    private final Consumer<StorageException> onFatal;
    private final ReentrantLock writerLock = new ReentrantLock(true);
    private final SqlSession writer;
    private final Semaphore readPermits;
    private final ReentrantLock idleLock = new ReentrantLock();
    private final Deque<SqlSession> idleReaders = new ArrayDeque<>();
    private volatile boolean closed;

    /**
     * Work on a session. Any exception rolls a write back.
     *
     * @param <T> what it makes
     * @param <E> a checked exception of its own
     */
    public interface Work<T, E extends Exception> {
        /** Does the work. */
        T run(SqlSession session) throws SQLException, E;
    }

    private Database(StoreConfig.Db config, String url, SqlSession writer, Consumer<StorageException> onFatal) {
        this.config = config;
        this.url = url;
        this.writer = writer;
        this.onFatal = onFatal;
        this.readPermits = new Semaphore(config.readConnections(), true);
    }

    /**
     * Opens the database, and creates file and folder when they are missing.
     *
     * @param onFatal told when the disk or the file is broken, before the caller sees the exception
     * @throws StorageException when it cannot be opened
     * @throws UncheckedIOException when its folder cannot be made
     */
    public static Database open(StoreConfig.Db config, Consumer<StorageException> onFatal) {
        String url = "jdbc:sqlite:" + config.path();
        try {
            Path folder = config.path().toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            return new Database(config, url, connect(url, config, false), onFatal);
        } catch (IOException e) {
            throw new UncheckedIOException(config.path() + ": its folder cannot be made: " + e, e);
        } catch (SQLException e) {
            throw new StorageException(config.path() + ": cannot be opened: ", e);
        }
    }

    private static SqlSession connect(String url, StoreConfig.Db config, boolean readOnly) throws SQLException {
        SqlSession session = new SqlSession(DriverManager.getConnection(url));
        session.execute("PRAGMA synchronous = " + config.synchronous().name().toLowerCase(Locale.ROOT));
        session.execute("PRAGMA journal_mode = WAL");
        session.execute("PRAGMA temp_store = MEMORY");
        if (readOnly) {
            session.execute("PRAGMA query_only = 1");
        }
        return session;
    }

    /**
     * Runs work in one write transaction, then tells of it, all before the next writer begins.
     *
     * @param work runs inside the transaction; any exception rolls it back
     * @param committed gets the result once it is committed, still under the writer lock, so that what it publishes has the order
     *     of the commits; must be quick and must not throw
     * @throws StorageException when SQLite fails or the database is closed
     */
    public <T, E extends Exception> T write(Work<T, E> work, Consumer<? super T> committed) throws E {
        writerLock.lock();
        try {
            T result = transaction(writer, "BEGIN IMMEDIATE", work);
            committed.accept(result);
            return result;
        } finally {
            writerLock.unlock();
        }
    }

    /** Runs work in one write transaction. */
    public <T, E extends Exception> T write(Work<T, E> work) throws E {
        return write(work, result -> {});
    }

    /**
     * Runs work in one read transaction: all of it sees the same committed state. Waits for a free connection.
     *
     * @throws StorageException when SQLite fails, the work tries to write, or the database is closed
     */
    public <T, E extends Exception> T read(Work<T, E> work) throws E {
        readPermits.acquireUninterruptibly();
        try {
            SqlSession session = takeReader();
            try {
                return transaction(session, "BEGIN", work);
            } finally {
                returnReader(session);
            }
        } finally {
            readPermits.release();
        }
    }

    private SqlSession takeReader() {
        idleLock.lock();
        try {
            if (!idleReaders.isEmpty()) {
                return idleReaders.pop();
            }
        } finally {
            idleLock.unlock();
        }
        try {
            return connect(url, config, true);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private void returnReader(SqlSession session) {
        idleLock.lock();
        try {
            if (!closed) {
                idleReaders.push(session);
                return;
            }
        } finally {
            idleLock.unlock();
        }
        try {
            session.close();
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private <T, E extends Exception> T transaction(SqlSession session, String begin, Work<T, E> work) throws E {
        if (closed) {
            throw new StorageException(config.path() + ": the database is closed");
        }
        try {
            session.execute(begin);
            try {
                T result = work.run(session);
                session.execute("COMMIT");
                return result;
            } catch (Throwable e) {
                rollBack(session, e);
                throw e;
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Some errors make SQLite roll back by itself, and then there is nothing left to roll back. */
    private static void rollBack(SqlSession session, Throwable because) {
        try {
            session.execute("ROLLBACK");
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }

    private StorageException failure(SQLException e) {
        StorageException failure = new StorageException("", e);
        if (failure.isFatal()) {
            onFatal.accept(failure);
        }
        return failure;
    }

    /** Waits for the writer, then closes every connection; later use fails with a {@link StorageException}. */
    @Override
    public void close() {
        writerLock.lock();
        try {
            if (closed) {
                return;
            }
            List<SqlSession> sessions = takeAll();
            for (SqlSession session : sessions) {
                session.close();
            }
        } catch (SQLException e) {
            throw failure(e);
        } finally {
            writerLock.unlock();
        }
    }

    private List<SqlSession> takeAll() {
        idleLock.lock();
        try {
            closed = true;
            idleReaders.addLast(writer);
            List<SqlSession> all = List.copyOf(idleReaders);
            idleReaders.clear();
            return all;
        } finally {
            idleLock.unlock();
        }
    }
}
