package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.lifecycle.Workers;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Frames to one address for one purpose: one way, in order, and lossy like a datagram, so that nobody ever waits for a slow or dead
 * peer. Connects at the first frame, and closes after a while without any. Thread-safe.
 */
final class Channel {
    private final Endpoint address;
    private final Endpoint dialled;
    private final Frame.Purpose purpose;
    private final Identity self;
    private final Limits limits;
    private final Workers workers;
    private final Listener listener;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Outgoing> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private @Nullable Thread worker;
    private @Nullable FrameSocket socket;
    private boolean writing;
    private long writeBeganNanos;
    private long quietUntilNanos;
    private boolean failedBefore;
    /** Whether the connection was broken on purpose, so that what is sent from now on goes over the next one. */
    private boolean stale;

    private boolean closed;

    /**
     * @param connectTimeout longest wait for a connection and its greeting
     * @param idleTimeout how long a connection without frames is kept
     * @param pause how long nothing is tried after a failure; frames are lost in between
     * @param bytes what may wait to be written
     */
    record Limits(Duration connectTimeout, Duration idleTimeout, Duration pause, long bytes) {}

    /** Hears what became of the frames. Called without locks, from any thread; must be quick. */
    interface Listener {
        /** A connection stands. */
        void connected(Endpoint address, ActorId actor, long roundTripNanos);

        /** A frame is handed to the network. */
        void written(Endpoint address, Frame frame);

        /** A frame will not be sent. */
        void lost(Endpoint address, Frame frame, String reason);

        /** A connection failed or broke; told once until the next one stands. */
        void failed(Endpoint address, String reason);
    }

    private record Outgoing(Frame frame, long bytes) {}

    /**
     * @param address where the peer says it is, which names it in events
     * @param dialled what to connect to
     */
    Channel(
            Endpoint address,
            Endpoint dialled,
            Frame.Purpose purpose,
            Identity self,
            Limits limits,
            Workers workers,
            Listener listener) {
        this.address = address;
        this.dialled = dialled;
        this.purpose = purpose;
        this.self = self;
        this.limits = limits;
        this.workers = workers;
        this.listener = listener;
    }

    /**
     * Takes a frame on. The oldest waiting frames make room for it.
     *
     * @param bytes its size, roughly
     */
    void send(Frame frame, long bytes) {
        List<Outgoing> shed = new ArrayList<>();
        String reason = "the peer is too slow";
        lock.lock();
        try {
            if (closed || (worker == null && quietUntilNanos - System.nanoTime() > 0)) {
                shed.add(new Outgoing(frame, bytes));
                reason = "the peer cannot be reached";
            } else {
                waiting.addLast(new Outgoing(frame, bytes));
                waitingBytes += bytes;
                while (waitingBytes > limits.bytes() && waiting.size() > 1) {
                    Outgoing oldest = waiting.removeFirst();
                    waitingBytes -= oldest.bytes();
                    shed.add(oldest);
                }
                if (worker == null) {
                    worker = workers.start("to-" + address + "-" + purpose, this::run);
                } else if (waiting.size() == 1) {
                    changed.signalAll();
                }
            }
        } finally {
            lock.unlock();
        }
        for (Outgoing out : shed) {
            listener.lost(address, out.frame(), reason);
        }
    }

    private void run() throws InterruptedException {
        @Nullable String failure = null;
        try (FrameSocket connection = FrameSocket.connect(dialled, limits.connectTimeout())) {
            greet(connection);
            Outgoing next = take(connection);
            while (next != null) {
                connection.write(next.frame());
                setWritten();
                listener.written(address, next.frame());
                next = take(connection);
            }
        } catch (IOException e) {
            failure = String.valueOf(e.getMessage());
        } finally {
            end(failure);
        }
    }

    private void greet(FrameSocket connection) throws IOException {
        long began = System.nanoTime();
        connection.write(self.hello(purpose));
        switch (connection.read()) {
            case Frame.Welcome welcome -> {
                if (welcome.actor().equals(self.actor())) {
                    throw new ProtocolException("found this node's own actor id at node " + welcome.node());
                }
                listener.connected(address, welcome.actor(), System.nanoTime() - began);
            }
            case Frame.Refusal refusal -> throw new ProtocolException("refused this node: " + refusal.text());
            case Frame other -> throw ProtocolException.unexpected(other, "Welcome");
        }
    }

    /** The next frame; null when there has been none for a while or the channel is closed. */
    private @Nullable Outgoing take(FrameSocket connection) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            socket = connection;
            failedBefore = false;
            long left = limits.idleTimeout().toNanos();
            while (waiting.isEmpty() && left > 0 && !closed && !stale) {
                left = changed.awaitNanos(left);
            }
            Outgoing next = stale ? null : waiting.pollFirst();
            if (next != null) {
                waitingBytes -= next.bytes();
                writing = true;
                writeBeganNanos = System.nanoTime();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void setWritten() {
        lock.lock();
        try {
            writing = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end(@Nullable String problem) {
        List<Outgoing> lost = new ArrayList<>();
        @Nullable String failure;
        @Nullable String news;
        lock.lock();
        try {
            failure = stale ? null : problem;
            stale = false;
            socket = null;
            writing = false;
            news = failedBefore || closed ? null : failure;
            if (failure != null) {
                failedBefore = true;
                quietUntilNanos = System.nanoTime() + limits.pause().toNanos();
                lost.addAll(waiting);
                waiting.clear();
                waitingBytes = 0;
            }
            // a frame may have come in after the wait was over
            worker = waiting.isEmpty() || closed ? null : workers.start("to-" + address + "-" + purpose, this::run);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (news != null) {
            listener.failed(address, news);
        }
        for (Outgoing out : lost) {
            listener.lost(address, out.frame(), String.valueOf(failure));
        }
    }

    /** Breaks the connection when a write has taken longer than allowed: blocking sockets have no timeout for it. */
    void breakIfStuck(Duration longestWrite) throws IOException {
        @Nullable FrameSocket stuck = null;
        lock.lock();
        try {
            if (writing && System.nanoTime() - writeBeganNanos > longestWrite.toNanos()) {
                stuck = socket;
            }
        } finally {
            lock.unlock();
        }
        if (stuck != null) {
            stuck.close();
        }
    }

    /** Waits until everything taken on is written or lost, at most until the given time. */
    void awaitSent(long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = deadlineNanos - System.nanoTime();
            while (worker != null && (writing || !waiting.isEmpty()) && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Breaks the connection, if there is one, and gives up what waits; the next frame makes a new one. */
    void reset() throws IOException {
        FrameSocket open;
        List<Outgoing> lost;
        lock.lock();
        try {
            open = socket;
            stale = open != null;
            lost = List.copyOf(waiting);
            waiting.clear();
            waitingBytes = 0;
            quietUntilNanos = System.nanoTime();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        for (Outgoing out : lost) {
            listener.lost(address, out.frame(), "the peer went away");
        }
        if (open != null) {
            open.close();
        }
    }

    /** Breaks the connection for good. */
    void close() throws IOException {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        reset();
    }
}
