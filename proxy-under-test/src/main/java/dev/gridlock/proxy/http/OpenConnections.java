package dev.gridlock.proxy.http;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The connections of a listener. Closes those whose client takes too long over the head of a request, however often it sends a
 * byte of it. Thread-safe.
 */
final class OpenConnections implements Runnable {

    private static final int LOOKS_PER_TIMEOUT = 4;

    /** One connection. */
    static final class Open {
        private final Socket socket;
        private volatile boolean inHead;
        private volatile long headSinceNanos;

        Open(Socket socket) {
            this.socket = socket;
        }

        /** The first byte of a head has come. */
        void headBegins() {
            headSinceNanos = System.nanoTime();
            inHead = true;
        }

        /** The head is complete. */
        void headEnds() {
            inHead = false;
        }
    }

    private final int most;
    private final Duration headTimeout;
    private final AtomicInteger count = new AtomicInteger();
    private final Map<Long, Open> open = new ConcurrentSkipListMap<>();

    OpenConnections(int most, Duration headTimeout) {
        this.most = most;
        this.headTimeout = headTimeout;
    }

    /** Takes a connection in, and says whether there was room for it; it is to be removed in either case. */
    boolean add(long number, Open connection) {
        open.put(number, connection);
        return count.incrementAndGet() <= most;
    }

    void remove(long number) {
        if (open.remove(number) != null) {
            count.decrementAndGet();
        }
    }

    void closeAll() throws IOException {
        for (Open each : open.values()) {
            each.socket.close();
        }
    }

    /** Looks for slow heads until the thread is interrupted. */
    @Override
    public void run() {
        try {
            while (true) {
                Thread.sleep(headTimeout.dividedBy(LOOKS_PER_TIMEOUT));
                long now = System.nanoTime();
                for (Open each : open.values()) {
                    if (each.inHead && now - each.headSinceNanos > headTimeout.toNanos()) {
                        close(each);
                    }
                }
            }
        } catch (InterruptedException e) {
            // The listener is closing; this was the last thing that the thread did.
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Open slow) {
        try {
            slow.socket.close();
        } catch (IOException e) {
            System.err.println("A connection that was too slow could not be closed: " + e.getMessage());
        }
    }
}
