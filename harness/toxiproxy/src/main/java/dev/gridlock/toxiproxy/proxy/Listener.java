package dev.gridlock.toxiproxy.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/** Accepts the clients of a proxy, from when it is made until it is closed. Thread-safe. */
final class Listener implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final Duration AFTER_FAILURE = Duration.ofMillis(10);

    private final String name;
    private final ServerSocket socket;
    private final Consumer<Socket> clients;
    private final Consumer<String> notices;
    private final Thread accepting;

    private Listener(String name, ServerSocket socket, Consumer<Socket> clients, Consumer<String> notices) {
        this.name = name;
        this.socket = socket;
        this.clients = clients;
        this.notices = notices;
        this.accepting = Thread.ofVirtual().name(name + " accepts").unstarted(this::accept);
    }

    /**
     * Listens.
     *
     * @param clients given each client, in the order in which they were accepted, by one thread
     * @throws IOException when the address cannot be had
     */
    static Listener open(String name, String listen, Consumer<Socket> clients, Consumer<String> notices)
            throws IOException {
        InetSocketAddress address;
        try {
            address = HostAndPort.parse(listen).resolve();
        } catch (IOException e) {
            throw new IOException("listen tcp: " + e.getMessage(), e);
        }
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(address, BACKLOG);
        } catch (IOException e) {
            socket.close();
            String why = e.getMessage() == null ? e.toString() : e.getMessage().toLowerCase(Locale.ROOT);
            throw new IOException(
                    "listen tcp " + HostAndPort.shown(address.getAddress(), address.getPort()) + ": bind: " + why, e);
        }
        Listener listener = new Listener(name, socket, clients, notices);
        listener.accepting.start();
        return listener;
    }

    /** Where it listens, with the port that it was given when any would do. */
    String address() {
        return HostAndPort.shown(socket.getInetAddress(), socket.getLocalPort());
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                clients.accept(socket.accept());
            } catch (IOException e) {
                if (!socket.isClosed()) {
                    // out of file descriptors, for example, which may pass
                    notices.accept(
                            name + ": accepts nobody for " + AFTER_FAILURE.toMillis() + " ms: " + e.getMessage());
                    pause();
                }
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(AFTER_FAILURE);
        } catch (InterruptedException nobodyElsesThread) {
            throw new IllegalStateException("the thread of a listener was interrupted", nobodyElsesThread);
        }
    }

    /** Stops; when it returns, no further client is given. An interrupt of the caller is kept for later. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            notices.accept(name + ": the listener did not close: " + e.getMessage());
        }
        boolean interrupted = false;
        while (true) {
            try {
                accepting.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
