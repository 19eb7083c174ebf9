package dev.gridlock.toxiproxy.link;

import dev.gridlock.toxiproxy.toxic.Direction;
import dev.gridlock.toxiproxy.toxic.Draws;
import dev.gridlock.toxiproxy.toxic.End;
import dev.gridlock.toxiproxy.toxic.Toxic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A client's connection and the one to the server that belongs to it.
 *
 * <p>When one side has sent all, the other side is told so and may still answer; the original closes both there, and an answer that is
 * on its way is lost.
 *
 * <p>The two threads that receive are platform threads: without toxics they carry all data, and on a virtual thread each wait for a
 * socket goes through the JDK's poller, which {@code ToxiproxyRate} shows in the round trip. The others are virtual threads; they wait
 * for toxics. Thread-safe.
 */
public final class Connection implements AutoCloseable {
    private final String name;
    private final Socket client;
    private final Socket server = new Socket();
    private final Map<Direction, Link> links = new EnumMap<>(Direction.class);
    private final Consumer<Connection> onClosed;
    private final Consumer<String> notices;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicInteger going = new AtomicInteger(Direction.values().length);

    /**
     * A connection that is not connected to the server yet.
     *
     * @param name for threads and notices
     * @param client as it was accepted
     * @param meters count the bytes of each direction
     * @param draws decide what toxics do to this connection
     * @param onClosed told once, when both sockets are closed
     * @param notices told what went wrong, a line each
     */
    public Connection(
            String name,
            Socket client,
            Function<Direction, Meter> meters,
            Draws draws,
            Consumer<Connection> onClosed,
            Consumer<String> notices) {
        this.name = name;
        this.client = client;
        this.onClosed = onClosed;
        this.notices = notices;
        links.put(Direction.UPSTREAM, new Link(this, client, server, meters.apply(Direction.UPSTREAM), draws));
        links.put(Direction.DOWNSTREAM, new Link(this, server, client, meters.apply(Direction.DOWNSTREAM), draws));
    }

    /**
     * Connects to the server and carries data until the connection is closed or the client has sent all; other threads carry on with
     * the answer then.
     *
     * @param upstream the server's address, looked up already
     * @param onConnected called when the server has answered, before any data is carried
     */
    public void run(InetSocketAddress upstream, Runnable onConnected) {
        try {
            server.connect(upstream);
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
        } catch (IOException e) {
            if (!closed.get()) {
                notices.accept(name + ": no connection to " + upstream + ": " + e.getMessage());
            }
            close();
            return;
        }
        onConnected.run();
        Link up = link(Direction.UPSTREAM);
        Link down = link(Direction.DOWNSTREAM);
        Thread.ofVirtual().name(name + " upstream").start(up::send);
        Thread.ofVirtual().name(name + " downstream").start(down::send);
        Thread.ofPlatform().daemon().name(name + " from server").start(down::receive);
        up.receive();
    }

    private Link link(Direction direction) {
        Link link = links.get(direction);
        if (link == null) {
            throw new IllegalStateException("a connection without a link " + direction.text());
        }
        return link;
    }

    /** The toxic works on this connection from now on, if it hits it. */
    public void add(Toxic toxic) {
        link(toxic.direction()).add(toxic);
    }

    /** A toxic that was added has another toxicity or other attributes. */
    public void change(Toxic toxic) {
        link(toxic.direction()).change(toxic);
    }

    /** A toxic that was added works no longer. */
    public void remove(Toxic toxic) {
        link(toxic.direction()).remove(toxic);
    }

    /** One direction has ended, all of its data being sent. */
    void ended(Socket to, End end) {
        switch (end) {
            case FINISHED -> finish(to);
            case FAILED, CLOSED, CUT -> close();
            case RESET -> reset();
        }
    }

    private void finish(Socket to) {
        try {
            to.shutdownOutput();
        } catch (IOException gone) {
            close();
            return;
        }
        if (going.decrementAndGet() == 0) {
            close();
        }
    }

    private void reset() {
        try {
            // a close that does not linger sends a reset and forgets what was not sent
            client.setSoLinger(true, 0);
            server.setSoLinger(true, 0);
        } catch (IOException e) {
            if (!closed.get()) {
                notices.accept(name + ": closes without a reset: " + e.getMessage());
            }
        }
        close();
    }

    /** Closes both sides; what is inside is lost. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            close(client);
            close(server);
            links.values().forEach(Link::close);
            onClosed.accept(this);
        }
    }

    private void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            notices.accept(name + ": a socket did not close: " + e.getMessage());
        }
    }

    /** Whether {@link #close} was called, by whomever; {@code onClosed} is told afterwards. */
    public boolean isClosed() {
        return closed.get();
    }

    @Override
    public String toString() {
        return name;
    }
}
