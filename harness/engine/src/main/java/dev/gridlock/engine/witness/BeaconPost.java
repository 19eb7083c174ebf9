package dev.gridlock.engine.witness;

import dev.gridlock.engine.fault.Way;
import dev.gridlock.engine.load.RunClock;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends and receives the beacons of one region. A connection that breaks is opened again; one that is silent is kept,
 * since that is what a partition looks like. Beacon: number, instant of sending in nanoseconds, length of the padding,
 * padding. The side that opens a connection first says which region it is.
 */
public final class BeaconPost {

    private static final int CONNECT_TIMEOUT_MILLIS = 1_000;

    private final String region;
    private final InetSocketAddress listen;
    private final Map<String, InetSocketAddress> peers;
    private final Map<String, Integer> sizes;
    private final RunClock clock;
    private final BeaconLog log;
    private final Map<BeaconStream, AtomicLong> numbers = new ConcurrentHashMap<>();
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean over;

    BeaconPost(
            String region,
            InetSocketAddress listen,
            Map<String, InetSocketAddress> peers,
            Map<String, Integer> sizes,
            RunClock clock,
            BeaconLog log) {
        this.region = region;
        this.listen = listen;
        this.peers = peers;
        this.sizes = sizes;
        this.clock = clock;
        this.log = log;
    }

    /**
     * Runs until the thread is interrupted, and then leaves neither thread nor socket behind.
     *
     * @throws UncheckedIOException when it cannot listen
     */
    public void run() throws InterruptedException {
        try (var server = new ServerSocket()) {
            server.setReuseAddress(true);
            server.bind(listen);
            start("accept", () -> accept(server));
            peers.forEach((peer, address) -> start("dial-" + peer, () -> dial(peer, address)));
            while (!over) {
                Thread.sleep(Duration.ofHours(1));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("beacons of " + region + " cannot listen at " + listen, failed);
        } finally {
            over = true;
            open.forEach(BeaconPost::close);
        }
    }

    private void start(String name, Runnable program) {
        Thread.ofVirtual().name("beacons-" + region + "-" + name).start(program);
    }

    private void accept(ServerSocket server) {
        while (!over) {
            try {
                var socket = server.accept();
                start("answer", () -> answer(socket));
            } catch (IOException closed) {
                // The listener goes when the run is over, and not before.
                return;
            }
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            use(socket);
            var in = new DataInputStream(socket.getInputStream());
            var peer = in.readUTF();
            start("send", () -> sendUntilBroken(socket, new BeaconStream(new Way(region, peer), false)));
            receive(in, new BeaconStream(new Way(peer, region), true));
        } catch (IOException broken) {
            // The side that opened the connection tells of it.
        } finally {
            open.remove(socket);
        }
    }

    private void dial(String peer, InetSocketAddress address) {
        var stream = new BeaconStream(new Way(region, peer), true);
        while (!over) {
            boolean used = false;
            try (var socket = new Socket()) {
                socket.connect(address, CONNECT_TIMEOUT_MILLIS);
                use(socket);
                var out = new DataOutputStream(socket.getOutputStream());
                out.writeUTF(region);
                used = true;
                start("send", () -> sendUntilBroken(socket, stream));
                receive(new DataInputStream(socket.getInputStream()), stream.back());
            } catch (IOException broken) {
                if (used && !over) {
                    log.broken(stream, clock.now());
                }
            }
            try {
                Thread.sleep(Beacons.INTERVAL_MILLIS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void use(Socket socket) throws IOException {
        open.add(socket);
        if (over) {
            throw new IOException("the run is over");
        }
        socket.setTcpNoDelay(true);
    }

    private void sendUntilBroken(Socket socket, BeaconStream stream) {
        var padding = new byte[sizes.getOrDefault(stream.way().to(), 0)];
        var number = numbers.computeIfAbsent(stream, _ -> new AtomicLong());
        try {
            var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            while (!over) {
                long next = number.incrementAndGet();
                var at = clock.now();
                log.sent(stream, next, at);
                out.writeLong(next);
                out.writeLong(at.toNanos());
                out.writeInt(padding.length);
                out.write(padding);
                out.flush();
                Thread.sleep(Beacons.INTERVAL_MILLIS);
            }
        } catch (IOException broken) {
            // Whoever reads from the connection meets that, too.
            close(socket);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads until the connection breaks; an end that the peer did not announce is a break. */
    private void receive(DataInputStream in, BeaconStream stream) throws IOException {
        while (true) {
            long number = in.readLong();
            var sentAt = Duration.ofNanos(in.readLong());
            in.skipNBytes(in.readInt());
            log.arrived(stream, number, sentAt, clock.now());
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // There is nothing left to close.
        }
    }
}
