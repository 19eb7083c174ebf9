package dev.gridlock.toxiproxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Sends back what it gets, and ends when its client ends. */
final class EchoServer implements AutoCloseable {
    private final ServerSocket listener;
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();

    private final Thread accepting = Thread.ofVirtual().unstarted(this::accept);

    private EchoServer(ServerSocket listener) {
        this.listener = listener;
    }

    static EchoServer start() throws IOException {
        EchoServer server = new EchoServer(new ServerSocket(0, 1024, InetAddress.getLoopbackAddress()));
        server.accepting.start();
        return server;
    }

    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    /** How many clients have not ended. */
    int openConnections() {
        return clients.size();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                clients.add(client);
                Thread.ofVirtual().start(() -> echo(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void echo(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            InputStream in = client.getInputStream();
            OutputStream out = client.getOutputStream();
            in.transferTo(out);
        } catch (IOException gone) {
            // the proxy may close or reset at any time, which is what is tested
        } finally {
            clients.remove(client);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        try {
            // the socket listens until the thread has left its accept
            accepting.join();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        for (Socket client : clients) {
            client.close();
        }
    }
}
