package dev.gridlock.proxy.http;

import dev.gridlock.proxy.config.AddressTranslation;
import java.io.IOException;
import java.time.Duration;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Connections to other hosts that are kept between requests. Thread-safe. Grows with the requests that are under way at
 * the same time; what has been idle for 15 seconds is closed when it is next come across.
 */
public final class UpstreamPool implements AutoCloseable {

    private static final long IDLE_NANOS = Duration.ofSeconds(15).toNanos();
    private static final long TRUSTED_NANOS = Duration.ofSeconds(1).toNanos();

    private final Duration connectTimeout;
    private final AddressTranslation translation;
    private final Map<String, Deque<Upstream>> idleByAddress = new ConcurrentHashMap<>();

    /**
     * An empty pool.
     *
     * @param connectTimeout for each new connection
     * @param translation what to connect to
     */
    public UpstreamPool(Duration connectTimeout, AddressTranslation translation) {
        this.translation = translation;
        this.connectTimeout = connectTimeout;
    }

    /**
     * A connection to {@code address}, kept or new; it belongs to the caller until it is given back or closed.
     *
     * @param repeatable whether the request can be sent again over another connection; if not, one that has been idle for
     *     more than a second is first asked whether it is still there, which costs a millisecond
     * @throws IOException if a new one is needed and the host cannot be reached
     */
    public Upstream lease(String address, boolean repeatable) throws IOException {
        Deque<Upstream> idle = idle(address);
        for (Upstream kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
            long idleNanos = kept.idleNanos(System.nanoTime());
            boolean usable = idleNanos < IDLE_NANOS && (repeatable || idleNanos < TRUSTED_NANOS || !kept.isStale());
            if (usable) {
                return kept;
            }
            kept.close();
        }
        return fresh(address);
    }

    /** A new connection to {@code address}. */
    public Upstream fresh(String address) throws IOException {
        return Upstream.connect(address, translation.of(address), connectTimeout);
    }

    /** Gives a connection back whose last response has been read to its end. */
    public void giveBack(Upstream upstream) {
        upstream.keptAt(System.nanoTime());
        idle(upstream.address()).addFirst(upstream);
    }

    /** Closes what is idle. */
    @Override
    public void close() {
        for (Deque<Upstream> idle : idleByAddress.values()) {
            for (Upstream kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
                kept.close();
            }
        }
    }

    private Deque<Upstream> idle(String address) {
        return idleByAddress.computeIfAbsent(address, unseen -> new ConcurrentLinkedDeque<>());
    }
}
