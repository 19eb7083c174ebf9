package dev.gridlock.toxiproxy.proxy;

import dev.gridlock.toxiproxy.link.Connection;
import dev.gridlock.toxiproxy.proxy.RefusedException.Reason;
import dev.gridlock.toxiproxy.toxic.Draws;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A proxy: while enabled it listens, and connects each client to its upstream. Thread-safe. */
public final class Proxy {
    private final String name;
    private final ProxyContext context;
    private final ToxicChain toxics = new ToxicChain();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicLong accepted = new AtomicLong();
    /** Held while it starts and stops. Nothing that a connection does takes it. */
    private final ReentrantLock lock = new ReentrantLock();

    private volatile ProxyState state;
    private @Nullable Listener listener;

    /** A proxy that is not enabled yet. */
    Proxy(String name, String listen, String upstream, ProxyContext context) {
        this.name = name;
        this.context = context;
        this.state = new ProxyState(listen, upstream, false);
    }

    public String name() {
        return name;
    }

    public ProxyState state() {
        return state;
    }

    public ToxicChain toxics() {
        return toxics;
    }

    /** How many connections are open, those included that are not connected to the server yet. */
    public int openConnections() {
        return connections.size();
    }

    /** Enables it, unless it is already. */
    void start() throws RefusedException {
        lock.lock();
        try {
            if (listener == null) {
                Listener opened = Listener.open(name, state.listen(), this::serve, context.notices());
                listener = opened;
                state = new ProxyState(opened.address(), state.upstream(), true);
            }
        } catch (IOException e) {
            throw failed(e);
        } finally {
            lock.unlock();
        }
    }

    /** Disables it, unless it is already: nobody can connect, and all connections are closed. */
    void stop() {
        lock.lock();
        try {
            if (listener != null) {
                listener.close();
                listener = null;
                state = new ProxyState(state.listen(), state.upstream(), false);
                connections.forEach(Connection::close);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes over another state. Another address, of either side, closes all connections. */
    void change(ProxyState wanted) throws RefusedException {
        lock.lock();
        try {
            if (differs(wanted.listen(), wanted.upstream())) {
                stop();
                state = new ProxyState(wanted.listen(), wanted.upstream(), false);
            }
            if (wanted.enabled()) {
                start();
            } else {
                stop();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether one of the addresses is not the one that it has. */
    boolean differs(String listen, String upstream) throws RefusedException {
        try {
            InetSocketAddress address = HostAndPort.parse(listen).resolve();
            ProxyState current = state;
            return !current.upstream().equals(upstream)
                    || !current.listen().equals(HostAndPort.shown(address.getAddress(), address.getPort()));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static RefusedException failed(IOException e) {
        return new RefusedException(Reason.FAILED, String.valueOf(e.getMessage()));
    }

    /** Takes a client over; called by the listener's thread only, so that connections are numbered in the order of their coming. */
    private void serve(Socket client) {
        ProxyState current = state;
        long number = accepted.incrementAndGet();
        Connection connection = new Connection(
                name + " #" + number,
                client,
                direction -> context.traffic().meter(name, current, direction),
                new Draws(context.seed(), name, number),
                this::forget,
                context.notices());
        connections.add(connection);
        Thread.ofPlatform()
                .daemon()
                .name(connection + " from client")
                .start(() -> connect(connection, current.upstream()));
    }

    private void connect(Connection connection, String upstream) {
        InetSocketAddress address;
        try {
            address = HostAndPort.parse(upstream).resolve();
        } catch (IOException e) {
            context.notices().accept(connection + ": no connection to " + upstream + ": " + e.getMessage());
            connection.close();
            return;
        }
        connection.run(address, () -> toxics.join(connection));
    }

    private void forget(Connection connection) {
        connections.remove(connection);
        toxics.leave(connection);
    }
}
