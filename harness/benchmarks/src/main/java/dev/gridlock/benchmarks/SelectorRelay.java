package dev.gridlock.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A relay without toxics on one thread and a selector: what the Toxiproxy server would be at best, had it been built that way. It is
 * here to be compared with.
 */
final class SelectorRelay implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    private final InetSocketAddress upstream;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final Thread thread;

    private SelectorRelay(InetSocketAddress upstream, Selector selector, ServerSocketChannel listener) {
        this.upstream = upstream;
        this.selector = selector;
        this.listener = listener;
        this.thread = Thread.ofPlatform().name("selector relay").daemon().unstarted(this::run);
    }

    static SelectorRelay start(InetSocketAddress upstream) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listener.configureBlocking(false);
        Selector selector = Selector.open();
        listener.register(selector, SelectionKey.OP_ACCEPT);
        SelectorRelay relay = new SelectorRelay(upstream, selector, listener);
        relay.thread.start();
        return relay;
    }

    InetSocketAddress address() throws IOException {
        return (InetSocketAddress) listener.getLocalAddress();
    }

    /** One side: what was read from it and not yet written to the other. */
    private static final class Side {
        private final SocketChannel from;
        private final SocketChannel to;
        private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        private boolean ended;

        Side(SocketChannel from, SocketChannel to) {
            this.from = from;
            this.to = to;
        }

        void move(SelectionKey reading, SelectionKey writing) throws IOException {
            if (!ended && from.read(buffer) < 0) {
                ended = true;
            }
            buffer.flip();
            to.write(buffer);
            boolean stuck = buffer.hasRemaining();
            buffer.compact();
            set(reading, SelectionKey.OP_READ, !ended && buffer.hasRemaining());
            set(writing, SelectionKey.OP_WRITE, stuck);
            if (ended && !stuck) {
                to.shutdownOutput();
            }
        }

        private static void set(SelectionKey key, int operation, boolean wanted) {
            int before = key.interestOps();
            int after = wanted ? before | operation : before & ~operation;
            if (after != before) {
                key.interestOps(after);
            }
        }
    }

    /** What a key's channel reads into, and what is written to it. */
    private record Sides(Side read, Side written, AtomicReference<SelectionKey> other) {}

    private void run() {
        try {
            while (selector.isOpen()) {
                selector.select(this::handle);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void handle(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept();
                return;
            }
            Sides sides = (Sides) key.attachment();
            if (key.isReadable()) {
                sides.read().move(key, sides.other().get());
            }
            if (key.isValid() && key.isWritable()) {
                sides.written().move(sides.other().get(), key);
            }
            if (sides.read().ended && sides.written().ended) {
                sides.read().from.close();
                sides.read().to.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() throws IOException {
        SocketChannel client = listener.accept();
        SocketChannel server = SocketChannel.open(upstream);
        for (SocketChannel channel : new SocketChannel[] {client, server}) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
        }
        Side up = new Side(client, server);
        Side down = new Side(server, client);
        AtomicReference<SelectionKey> ofServer = new AtomicReference<>();
        AtomicReference<SelectionKey> ofClient = new AtomicReference<>();
        ofClient.set(client.register(selector, SelectionKey.OP_READ, new Sides(up, down, ofServer)));
        ofServer.set(server.register(selector, SelectionKey.OP_READ, new Sides(down, up, ofClient)));
    }

    @Override
    public void close() throws IOException {
        listener.close();
        selector.close();
    }
}
