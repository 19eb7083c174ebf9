package dev.gridlock.store.gossip;

import dev.gridlock.store.config.AddressTranslation;
import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.membership.Envelope;
import dev.gridlock.store.metrics.StoreMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * The way out: one channel for each peer and purpose, made when first needed. Membership and broadcasts do not share a connection,
 * so that a long broadcast does not make a healthy peer look dead. Thread-safe.
 */
public final class Transport implements Channel.Listener {
    private static final Duration SWEEP = Duration.ofSeconds(1);
    private static final long MEMBERSHIP_BYTES = 256 << 10;
    private static final long BROADCAST_BYTES = 10 << 20;
    private static final int FRAME_OVERHEAD = 64;

    private final Identity self;
    private final StoreConfig.Gossip config;
    private final AddressTranslation translation;
    private final Workers workers;
    private final GossipEvents events;
    private final StoreMetrics metrics;
    private final Consumer<String> notices;
    private final ObjLongConsumer<ActorId> roundTrips;
    private final Names names;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Channel> channels = new TreeMap<>();
    private boolean closed;

    /** Names peers for events. */
    interface Names {
        /** The name of the node at the address, or the address. */
        String at(Endpoint address);
    }

    /**
     * @param roundTrips told how long a peer took to greet back, in nanoseconds
     */
    Transport(
            Identity self,
            StoreConfig.Gossip config,
            AddressTranslation translation,
            Workers workers,
            GossipEvents events,
            StoreMetrics metrics,
            Consumer<String> notices,
            ObjLongConsumer<ActorId> roundTrips,
            Names names) {
        this.self = self;
        this.config = config;
        this.translation = translation;
        this.workers = workers;
        this.events = events;
        this.metrics = metrics;
        this.notices = notices;
        this.roundTrips = roundTrips;
        this.names = names;
    }

    void send(Endpoint to, Envelope envelope) {
        channel(to, Frame.Purpose.MEMBERSHIP)
                .send(
                        new Frame.Membership(envelope),
                        FRAME_OVERHEAD * (1L + envelope.updates().size()));
    }

    void send(Endpoint to, List<Spread> spreads) {
        long bytes = FRAME_OVERHEAD + spreads.stream().mapToLong(Spread::size).sum();
        channel(to, Frame.Purpose.BROADCAST).send(new Frame.Broadcast(spreads), bytes);
    }

    private Channel channel(Endpoint to, Frame.Purpose purpose) {
        lock.lock();
        try {
            return channels.computeIfAbsent(key(to, purpose), key -> {
                long bytes = purpose == Frame.Purpose.MEMBERSHIP ? MEMBERSHIP_BYTES : BROADCAST_BYTES;
                Channel channel = new Channel(
                        to,
                        translation.of(to),
                        purpose,
                        self,
                        new Channel.Limits(
                                config.connectTimeout(), config.idleTimeout(), config.reconnectPause(), bytes),
                        workers,
                        this);
                if (closed) {
                    closeQuietly(channel);
                }
                return channel;
            });
        } finally {
            lock.unlock();
        }
    }

    private static String key(Endpoint to, Frame.Purpose purpose) {
        return to + "/" + purpose;
    }

    /** Breaks the connections to an address: who is there now is not who was. */
    void reset(Endpoint address) {
        for (Frame.Purpose purpose : List.of(Frame.Purpose.BROADCAST, Frame.Purpose.MEMBERSHIP)) {
            try {
                channel(address, purpose).reset();
            } catch (IOException e) {
                notices.accept("peer " + address + ": while closing: " + e);
            }
        }
    }

    /** Breaks connections that are stuck, every second, until interrupted. One thread runs this. */
    public void watch() throws InterruptedException {
        while (true) {
            Thread.sleep(SWEEP);
            for (Channel channel : all()) {
                try {
                    channel.breakIfStuck(config.sendTimeout());
                } catch (IOException e) {
                    notices.accept("while breaking a stuck connection: " + e);
                }
            }
        }
    }

    private List<Channel> all() {
        lock.lock();
        try {
            return new ArrayList<>(channels.values());
        } finally {
            lock.unlock();
        }
    }

    /** Waits until everything taken on is written or lost, at most so long. */
    public void drain(Duration patience) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        for (Channel channel : all()) {
            channel.awaitSent(deadlineNanos);
        }
    }

    /** Ends all connections. */
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        all().forEach(this::closeQuietly);
    }

    private void closeQuietly(Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            notices.accept("while closing a connection: " + e);
        }
    }

    @Override
    public void connected(Endpoint address, ActorId actor, long roundTripNanos) {
        metrics.transportRttSeconds.observe(roundTripNanos / 1e9);
        roundTrips.accept(actor, roundTripNanos);
    }

    @Override
    public void written(Endpoint address, Frame frame) {
        if (frame instanceof Frame.Broadcast broadcast && events.tellsUpdates()) {
            events.sent(broadcast.spreads(), names.at(address));
        }
    }

    @Override
    public void lost(Endpoint address, Frame frame, String reason) {
        if (frame instanceof Frame.Broadcast broadcast) {
            metrics.broadcastDropped.inc();
            events.shedBroadcast(broadcast.spreads(), "not sent to " + names.at(address) + ": " + reason);
        }
    }

    @Override
    public void failed(Endpoint address, String reason) {
        metrics.transportConnectErrors.inc();
        notices.accept("peer " + address + ": " + reason);
    }
}
