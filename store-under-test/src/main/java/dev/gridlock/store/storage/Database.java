package dev.gridlock.store.storage;

import dev.gridlock.store.config.StoreConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The node's SQLite database in write-ahead-log mode: one connection that writes, and a few that read committed state beside it.
 * Thread-safe.
 *
 * <p>Writers wait for their turn in a {@link WriterQueue}, so that SQLite itself never has to wait for a lock.
 */
public final class Database implements AutoCloseable {
    private static final long BYTES_PER_MIB = 1 << 20;
    /** What the driver sets by itself: how long SQLite waits for another process that locks the file. */
    private static final int BUSY_MILLIS = 3_000;

    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(1);
    private static final Duration INTERRUPT_PAUSE = Duration.ofMillis(20);

    private final String url;
    private final StoreConfig.Db config;
    private final Consumer<StorageException> onFatal;
    private final WriterQueue writers;
    private final SqlSession writer;
    private final Semaphore readPermits;
    private final ReentrantLock idleLock = new ReentrantLock();
    private final Deque<SqlSession> idleReaders = new ArrayDeque<>();
    private volatile boolean closed;
    /** Grows with each change of the schema: what a connection prepared before may have other columns now. */
    private final AtomicLong schemaEpoch = new AtomicLong();

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

    private Database(
            StoreConfig.Db config,
            String url,
            SqlSession writer,
            Consumer<StorageException> onFatal,
            WriteWaits waits) {
        this.config = config;
        this.url = url;
        this.writer = writer;
        this.onFatal = onFatal;
        this.writers = new WriterQueue(config.writers(), waits);
        this.readPermits = new Semaphore(config.readConnections(), true);
    }

    /**
     * Opens the database, and creates file and folder when they are missing.
     *
     * @param onFatal told when the disk or the file is broken, before the caller sees the exception
     * @param waits told how long writes waited for their turn
     * @throws StorageException when it cannot be opened
     * @throws UncheckedIOException when its folder cannot be made
     */
    public static Database open(StoreConfig.Db config, Consumer<StorageException> onFatal, WriteWaits waits) {
        String url = "jdbc:sqlite:" + config.path();
        try {
            Path folder = config.path().toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            return new Database(config, url, connect(url, config, false), onFatal, waits);
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
        session.execute("PRAGMA cache_size = -" + config.limits().cacheSizeKib());
        if (!readOnly && config.limits().maxSizeMib() > 0) {
            long pageSize = session.first("PRAGMA page_size", List.of(), row -> row.getLong(1))
                    .orElseThrow();
            session.execute("PRAGMA max_page_count = " + config.limits().maxSizeMib() * BYTES_PER_MIB / pageSize);
        }
        if (readOnly) {
            session.execute("PRAGMA query_only = 1");
        }
        return session;
    }

    /**
     * Runs work in one write transaction, then tells of it, all before the next writer begins.
     *
     * @param priority who is first when several wait
     * @param work runs inside the transaction; any exception rolls it back
     * @param committed gets the result once it is committed, still before the next writer, so that what it publishes has the order
     *     of the commits; must be quick and must not throw
     * @throws StorageException when SQLite fails, the turn does not come in time, or the database is closed
     */
    public <T, E extends Exception> T write(WritePriority priority, Work<T, E> work, Consumer<? super T> committed)
            throws E {
        takeTurn(priority);
        try {
            T result = transaction(writer, "BEGIN IMMEDIATE", work);
            committed.accept(result);
            return result;
        } finally {
            writers.release();
        }
    }

    /** Runs work in one write transaction. */
    public <T, E extends Exception> T write(WritePriority priority, Work<T, E> work) throws E {
        return write(priority, work, result -> {});
    }

    /** Runs work that changes the schema, in one write transaction. */
    <T, E extends Exception> void writeSchema(Work<T, E> work, Consumer<? super T> committed) throws E {
        takeTurn(WritePriority.BACKGROUND);
        try {
            committed.accept(transaction(writer, "BEGIN IMMEDIATE", work));
        } finally {
            schemaEpoch.incrementAndGet();
            writers.release();
        }
    }

    private void takeTurn(WritePriority priority) {
        if (!writers.acquire(priority)) {
            throw StorageException.noTurn(config.path() + ": found no turn to write within "
                    + config.writers().timeout().toMillis() + " ms in the queue " + priority.queue()
                    + ", expected the writers before to finish");
        }
    }

    /** Size of the write-ahead log in bytes. */
    public long walBytes() {
        Path log = config.path().resolveSibling(config.path().getFileName() + "-wal");
        try {
            return Files.size(log);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(log + ": its size cannot be read: " + e, e);
        }
    }

    /**
     * Moves the write-ahead log into the database file and cuts it to nothing, when all other work is done.
     *
     * @return false when a reader still needs the log
     * @throws StorageException when SQLite fails, the turn does not come in time, or the database is closed
     */
    public boolean truncateWal() {
        takeTurn(WritePriority.BACKGROUND);
        try {
            requireOpen();
            // a reader in the way must not hold up the writers: better luck next time
            writer.execute("PRAGMA busy_timeout = 0");
            try {
                return writer.first("PRAGMA wal_checkpoint(TRUNCATE)", List.of(), row -> row.getInt(1) == 0)
                        .orElse(false);
            } finally {
                writer.execute("PRAGMA busy_timeout = " + BUSY_MILLIS);
            }
        } catch (SQLException e) {
            throw failure(e, writer);
        } finally {
            writers.release();
        }
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
        SqlSession session;
        idleLock.lock();
        try {
            session = idleReaders.poll();
        } finally {
            idleLock.unlock();
        }
        try {
            return session == null ? connect(url, config, true) : session;
        } catch (SQLException e) {
            throw failure(e, session);
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
            throw failure(e, session);
        }
    }

    private <T, E extends Exception> T transaction(SqlSession session, String begin, Work<T, E> work) throws E {
        requireOpen();
        try {
            session.forgetStatements(schemaEpoch.get());
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
            throw failure(e, session);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new StorageException(config.path() + ": the database is closed");
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

    private StorageException failure(SQLException e, @Nullable SqlSession session) {
        StorageException failure = session == writer ? StorageException.ofWriter("", e) : new StorageException("", e);
        if (failure.isFatal()) {
            onFatal.accept(failure.in(config.path() + ": "));
        }
        return failure;
    }

    /**
     * Waits for the writers before, then closes every connection; later use fails with a {@link StorageException}. Those that take
     * longer than a second are stopped and rolled back: a statement may run for hours.
     */
    @Override
    public void close() {
        Thread impatient = Thread.ofVirtual().name("stop-writers").start(this::stopWriters);
        try {
            takeTurn(WritePriority.CLIENT);
        } finally {
            impatient.interrupt();
        }
        try {
            if (closed) {
                return;
            }
            List<SqlSession> sessions = takeAll();
            for (SqlSession session : sessions) {
                session.close();
            }
        } catch (SQLException e) {
            throw failure(e, null);
        } finally {
            writers.release();
        }
    }

    private void stopWriters() {
        try {
            Thread.sleep(CLOSE_PATIENCE);
            while (true) {
                // again and again: between two statements it stops nothing, and there may be more writers in the queue
                writer.interrupt();
                Thread.sleep(INTERRUPT_PAUSE);
            }
        } catch (InterruptedException done) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            throw failure(e, writer);
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
