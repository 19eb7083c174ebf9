package dev.gridlock.simulator.network;

import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;

/** A listening port: the queue of connections that nobody has accepted yet. Not thread-safe. */
final class Listener {
    private final Host host;
    private final InetSocketAddress address;
    private final int backlog;
    private final ArrayDeque<Endpoint> pending = new ArrayDeque<>();
    private final WaitQueue acceptors = new WaitQueue();
    private boolean closed;

    Listener(Host host, InetSocketAddress address, int backlog) {
        this.host = host;
        this.address = address;
        this.backlog = backlog;
    }

    /** The port, and the address it is bound to, which may be the wildcard. */
    InetSocketAddress address() {
        return address;
    }

    /** Takes a connection that has come in; false if the queue is full and the packet is lost. */
    boolean offer(Endpoint endpoint) {
        // Linux admits one more than the backlog says.
        if (pending.size() > backlog) {
            return false;
        }
        pending.add(endpoint);
        acceptors.wakeAll();
        return true;
    }

    Endpoint accept(long deadlineNanos) throws SocketException, SocketTimeoutException, InterruptedIOException {
        while (true) {
            if (closed) {
                throw new SocketException("Socket closed");
            }
            Endpoint endpoint = pending.poll();
            if (endpoint != null) {
                return endpoint;
            }
            if (!acceptors.await(deadlineNanos)) {
                throw new SocketTimeoutException("Accept timed out");
            }
        }
    }

    void close() {
        if (!closed) {
            closed = true;
            host.stopListening(this);
            pending.forEach(endpoint -> endpoint.close(true));
            pending.clear();
            acceptors.wakeAll();
        }
    }

    /** Closes without waking threads that no longer exist. */
    void abandon() {
        acceptors.clear();
        close();
    }
}
