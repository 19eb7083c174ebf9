package dev.gridlock.store.lifecycle;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** A listener and the connections that it has accepted and that have not ended, each served by a thread of its own. Thread-safe. */
public final class Connections {

    /** Serves one connection until it ends; closing it is the server's part. */
    @FunctionalInterface
    public interface Server {
        void serve(Socket socket) throws InterruptedException;
    }

    private final ServerSocket listener;
    private final String name;
    private final Workers workers;
    private final Consumer<String> notices;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Socket> open = new LinkedHashSet<>();
    private boolean closed;

    /**
     * @param listener bound already
     * @param name begins the names of the threads and of notices
     * @param notices hears of a listener in trouble
     */
    public Connections(ServerSocket listener, String name, Workers workers, Consumer<String> notices) {
        this.listener = listener;
        this.name = name;
        this.workers = workers;
        this.notices = notices;
    }

    /** Accepts connections from now on. */
    public void start(Server server) {
        workers.start(name + "-accept", () -> accept(server));
    }

    private void accept(Server server) throws InterruptedException {
        while (true) {
            try {
                Socket socket = listener.accept();
                if (!register(socket)) {
                    socket.close();
                    return;
                }
                workers.start(name + "-" + socket.getRemoteSocketAddress(), () -> serve(server, socket));
            } catch (IOException e) {
                if (isClosed()) {
                    return;
                }
                notices.accept(name + " listener: " + e);
                // out of file descriptors, most likely: others need a moment to close theirs
                Thread.sleep(Duration.ofMillis(50));
            }
        }
    }

    private void serve(Server server, Socket socket) throws InterruptedException {
        try {
            server.serve(socket);
        } finally {
            lock.lock();
            try {
                open.remove(socket);
            } finally {
                lock.unlock();
            }
        }
    }

    private boolean register(Socket socket) {
        lock.lock();
        try {
            return !closed && open.add(socket);
        } finally {
            lock.unlock();
        }
    }

    /** Whether {@link #stopAccepting} has been called. */
    public boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the listener; connections go on. */
    public void stopAccepting() throws IOException {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        listener.close();
    }

    /** Closes every connection. To be called after {@link #stopAccepting}. */
    public void closeAll() throws IOException {
        List<Socket> left;
        lock.lock();
        try {
            left = List.copyOf(open);
        } finally {
            lock.unlock();
        }
        for (Socket socket : left) {
            socket.close();
        }
    }
}
