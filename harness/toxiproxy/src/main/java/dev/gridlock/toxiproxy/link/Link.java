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
 * One direction of a connection: a thread that receives ({@link #receive}), a thread that sends ({@link #send}), the pipeline between
 * them, and a thread that watches for urgent ends, once a toxic may want one.
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
    private final Condition urgent = lock.newCondition();
    private final Pipeline pipeline = new Pipeline();
    private long urgentAt = Stage.NEVER;
    private boolean watched;
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
                    advance();
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
            advance();
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
                long now = advance();
                Item item = writing ? null : pipeline.poll();
                if (item != null) {
                    writing = true;
                    // what leaves makes room for what is behind it
                    advance();
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

    /** Moves what may move now, wakes whom that concerns beside the sending thread, and tells which instant now is. */
    private long advance() {
        long now = now();
        pipeline.advance(now);
        if (pipeline.hasRoom()) {
            room.signal();
        }
        long at = pipeline.urgentAt();
        if (at != urgentAt) {
            urgentAt = at;
            if (!watched) {
                watched = true;
                Thread.ofVirtual().name(connection + " watch").start(this::watch);
            }
            urgent.signal();
        }
        return now;
    }

    /** Ends the connection when a toxic wants that at once; the other threads may be stuck in a write. */
    private void watch() {
        try {
            End end = awaitUrgentEnd();
            if (end != null) {
                connection.ended(to, end);
            }
        } catch (InterruptedException nobodyElsesThread) {
            throw new IllegalStateException("a thread of a link was interrupted", nobodyElsesThread);
        }
    }

    private @Nullable End awaitUrgentEnd() throws InterruptedException {
        lock.lock();
        try {
            while (!closed) {
                long now = advance();
                End end = pipeline.urgentEnd();
                if (end != null) {
                    return end;
                }
                // what has become due and was held back by another toxic is the sending thread's
                if (urgentAt == Stage.NEVER || urgentAt <= now) {
                    urgent.await();
                } else {
                    boolean _ = urgent.await(urgentAt - now, TimeUnit.NANOSECONDS);
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
            if (!pipeline.isTransparent()) {
                work.signal();
            }
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
        advance();
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
            urgent.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
