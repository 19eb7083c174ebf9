package dev.gridlock.toxiproxy.link;

import dev.gridlock.toxiproxy.toxic.Chunk;
import dev.gridlock.toxiproxy.toxic.Draws;
import dev.gridlock.toxiproxy.toxic.End;
import dev.gridlock.toxiproxy.toxic.Item;
import dev.gridlock.toxiproxy.toxic.PassingStage;
import dev.gridlock.toxiproxy.toxic.Stage;
import dev.gridlock.toxiproxy.toxic.Toxic;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a connection: a thread that receives ({@link #receive}), a thread that sends ({@link #send}), and the pipeline
 * between them.
 *
 * <p>The lock is never held while a socket is read or written, so a toxic can always be added, changed or removed at once, also while
 * one side is stuck. While there is no toxic the receiving thread writes what it has read itself, which saves a copy and a switch of
 * threads. Thread-safe.
 */
final class Link {
    private static final int BUFFER_BYTES = 64 << 10;

    private final Connection connection;
    private final Socket from;
    private final Socket to;
    private final Meter meter;
    private final Draws draws;
    private final long origin = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final Pipeline pipeline = new Pipeline();
    private boolean writing;
    private boolean closed;

    Link(Connection connection, Socket from, Socket to, Meter meter, Draws draws) {
        this.connection = connection;
        this.from = from;
        this.to = to;
        this.meter = meter;
        this.draws = draws;
    }

    private long now() {
        return System.nanoTime() - origin;
    }

    /** Receives until the sender ends or the connection closes. */
    void receive() {
        byte[] buffer = new byte[BUFFER_BYTES];
        End end = End.FINISHED;
        try {
            InputStream in = from.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                meter.received(count);
                if (!forward(buffer, count)) {
                    return;
                }
            }
        } catch (IOException failed) {
            // the sender's side is gone; what it had sent before still goes on
            end = End.FAILED;
        }
        finish(end);
    }

    /** Hands on what was read, and returns false when the connection is closed. */
    private boolean forward(byte[] buffer, int count) {
        lock.lock();
        try {
            while (!closed && !(pipeline.isTransparent() && !writing)) {
                if (pipeline.hasRoom()) {
                    pipeline.put(Chunk.of(Arrays.copyOf(buffer, count), now()));
                    work.signal();
                    return true;
                }
                room.awaitUninterruptibly();
            }
            if (closed) {
                return false;
            }
            writing = true;
        } finally {
            lock.unlock();
        }
        return write(buffer, 0, count);
    }

    private void finish(End end) {
        lock.lock();
        try {
            while (!closed && !pipeline.hasRoom()) {
                room.awaitUninterruptibly();
            }
            pipeline.put(end);
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Sends what leaves the pipeline until its end or the connection's. */
    void send() {
        try {
            for (Item item = next(); item != null; item = next()) {
                switch (item) {
                    case End end -> {
                        connection.ended(to, end);
                        return;
                    }
                    case Chunk chunk -> {
                        if (!write(chunk.bytes(), chunk.from(), chunk.length())) {
                            return;
                        }
                    }
                }
            }
        } catch (InterruptedException nobodyElsesThread) {
            throw new IllegalStateException("a thread of a link was interrupted", nobodyElsesThread);
        }
    }

    /** Waits for the next item to send and claims the right to write; null when the connection is closed. */
    private @Nullable Item next() throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                long now = now();
                pipeline.advance(now);
                Item item = writing ? null : pipeline.poll();
                if (item != null) {
                    // what leaves makes room for what is behind it
                    pipeline.advance(now);
                    writing = true;
                }
                if (pipeline.hasRoom()) {
                    room.signal();
                }
                if (item != null) {
                    return item;
                }
                long until = pipeline.wakeAt(now);
                if (until == Stage.NEVER) {
                    work.await();
                } else {
                    // whether the time is over is decided by the clock, not by what is left of the wait
                    boolean _ = work.await(until - now, TimeUnit.NANOSECONDS);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }

    /** Writes by the right that was claimed and gives it back; false when the receiver is gone, which closes the connection. */
    private boolean write(byte[] bytes, int offset, int length) {
        try {
            OutputStream out = to.getOutputStream();
            out.write(bytes, offset, length);
            meter.sent(length);
        } catch (IOException gone) {
            connection.close();
            return false;
        }
        lock.lock();
        try {
            writing = false;
            work.signal();
        } finally {
            lock.unlock();
        }
        return true;
    }

    /** The toxic works from now on, if it hits this connection. */
    void add(Toxic toxic) {
        lock.lock();
        try {
            pipeline.add(toxic.name(), draws.hits(toxic) ? working(toxic) : new PassingStage());
            changed();
        } finally {
            lock.unlock();
        }
    }

    /** The toxic of that name has another toxicity or other attributes. */
    void change(Toxic toxic) {
        lock.lock();
        try {
            boolean works = pipeline.works(toxic.name());
            if (!draws.hits(toxic)) {
                pipeline.replace(toxic.name(), new PassingStage(), now());
            } else if (works) {
                pipeline.change(toxic.name(), toxic.attributes(), now());
            } else {
                pipeline.replace(toxic.name(), working(toxic), now());
            }
            changed();
        } finally {
            lock.unlock();
        }
    }

    /** The toxic works no longer; what it held goes on at once. */
    void remove(Toxic toxic) {
        lock.lock();
        try {
            pipeline.remove(toxic.name());
            changed();
        } finally {
            lock.unlock();
        }
    }

    private Stage working(Toxic toxic) {
        return toxic.attributes().stage(draws.random(toxic.name()), now());
    }

    private void changed() {
        work.signal();
        room.signal();
    }

    /** The connection is closed: both threads end. */
    void close() {
        lock.lock();
        try {
            closed = true;
            work.signalAll();
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
