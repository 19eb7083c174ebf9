package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The broadcast connection to one peer: connects, reconnects with a growing pause, and writes what the broadcaster hands over.
 * Thread-safe.
 */
final class Peer {
    /** Changes in one frame, so that a long queue does not become one message. */
    private static final int CHANGES_PER_FRAME = 5_000;

    private final Endpoint address;
    private final Identity self;
    private final StoreConfig.Gossip config;
    private final Duration timeout;
    private final int mostWaiting;
    private final GossipEvents events;
    private final Consumer<String> notices;
    private final Random random = new Random();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition handedOver = lock.newCondition();
    private final Condition idle = lock.newCondition();
    private final Deque<Spread> waiting = new ArrayDeque<>();
    private @Nullable Known online;
    private @Nullable FrameSocket socket;
    private @Nullable String doubt;
    private boolean complained;
    private boolean writing;

    /** Who answered at the address. */
    record Known(ActorId actor, String node) {}

    Peer(Endpoint address, Identity self, StoreConfig config, GossipEvents events, Consumer<String> notices) {
        this.address = address;
        this.self = self;
        this.config = config.gossip();
        this.timeout = config.sync().timeout();
        this.mostWaiting = config.perf().processingQueueLen();
        this.events = events;
        this.notices = notices;
    }

    Endpoint address() {
        return address;
    }

    /** Who is at the other end, as long as the connection stands. */
    Optional<Known> online() {
        lock.lock();
        try {
            return Optional.ofNullable(online);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Hands change sets over for sending.
     *
     * @return false when the peer is not connected or too slow; nothing is sent then
     */
    boolean offer(List<Spread> spreads) {
        lock.lock();
        try {
            if (online == null || waiting.size() + spreads.size() > mostWaiting) {
                return false;
            }
            waiting.addAll(spreads);
            handedOver.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Keeps the connection until interrupted, or until the peer turns out to be this node itself. */
    void run() throws InterruptedException {
        long pauseNanos = config.reconnectMin().toNanos();
        while (true) {
            boolean wasOnline = false;
            try (FrameSocket connection = FrameSocket.connect(address, timeout)) {
                Optional<Known> known = greet(connection);
                if (known.isPresent()) {
                    if (known.get().actor().equals(self.actor())) {
                        reportSelf(known.get());
                        return;
                    }
                    wasOnline = true;
                    setOnline(known.get(), connection);
                    send(connection, known.get());
                }
            } catch (IOException e) {
                complain("peer " + address + ": " + e);
            } finally {
                setOffline();
            }
            pauseNanos = wasOnline ? config.reconnectMin().toNanos() : pauseNanos;
            Thread.sleep(Duration.ofNanos((long) (pauseNanos * (0.5 + random.nextDouble() / 2))));
            pauseNanos = Math.min(pauseNanos * 2, config.reconnectMax().toNanos());
        }
    }

    /** A bootstrap list may name the node itself, which is fine; two nodes on copies of one database are not. */
    private void reportSelf(Known known) {
        if (!known.node().equals(self.node())) {
            notices.accept("peer " + address + ": found node " + known.node() + " with the actor id of this node, "
                    + self.actor() + ", expected another one: was the database copied?");
        }
    }

    private Optional<Known> greet(FrameSocket connection) throws IOException {
        connection.write(self.hello(Frame.Purpose.BROADCAST));
        return switch (connection.read()) {
            case Frame.Welcome welcome -> Optional.of(new Known(welcome.actor(), welcome.node()));
            case Frame.Refusal refusal -> {
                complain("peer " + address + ": refused this node: " + refusal.reason());
                yield Optional.empty();
            }
            case Frame other -> throw unexpected(other, "Welcome");
        };
    }

    private void send(FrameSocket connection, Known known) throws IOException, InterruptedException {
        while (true) {
            List<Spread> spreads = take();
            connection.write(new Frame.Broadcast(spreads));
            events.sent(Spread.sets(spreads), known.node());
            setWritten();
        }
    }

    /** Gives the connection up because the peer failed in some other way; it is then built anew, if the peer still answers. */
    void doubt(String reason) {
        lock.lock();
        try {
            doubt = reason;
            handedOver.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the connection, for good when the thread that runs this is interrupted first. */
    void close() throws IOException {
        FrameSocket open;
        lock.lock();
        try {
            open = socket;
        } finally {
            lock.unlock();
        }
        if (open != null) {
            open.close();
        }
    }

    private List<Spread> take() throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && doubt == null) {
                handedOver.await();
            }
            if (doubt != null) {
                throw new IOException(doubt);
            }
            List<Spread> taken = new ArrayList<>();
            int changes = 0;
            while (!waiting.isEmpty()
                    && (changes == 0 || changes + waiting.getFirst().changes() <= CHANGES_PER_FRAME)) {
                changes += waiting.getFirst().changes();
                taken.add(waiting.removeFirst());
            }
            writing = true;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void setWritten() {
        lock.lock();
        try {
            writing = false;
            idle.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything handed over is written or lost, at most until the given time. */
    void awaitSent(long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = deadlineNanos - System.nanoTime();
            while (online != null && (writing || !waiting.isEmpty()) && left > 0) {
                left = idle.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    private void setOnline(Known known, FrameSocket connection) {
        lock.lock();
        try {
            online = known;
            socket = connection;
            doubt = null;
            complained = false;
        } finally {
            lock.unlock();
        }
    }

    private void setOffline() {
        List<Spread> lost;
        lock.lock();
        try {
            online = null;
            socket = null;
            lost = List.copyOf(waiting);
            waiting.clear();
            writing = false;
            idle.signalAll();
        } finally {
            lock.unlock();
        }
        if (!lost.isEmpty()) {
            events.shed(Spread.sets(lost), "connection to " + address + " lost");
        }
    }

    /** Says once that a peer cannot be reached, not at every attempt. */
    private void complain(String notice) {
        boolean first;
        lock.lock();
        try {
            first = !complained;
            complained = true;
        } finally {
            lock.unlock();
        }
        if (first) {
            notices.accept(notice);
        }
    }

    static ProtocolException unexpected(Frame found, String expected) {
        return new ProtocolException("found a " + found.getClass().getSimpleName() + " frame, expected " + expected);
    }
}
