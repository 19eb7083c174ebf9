package dev.gridlock.simulator.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Two connected sockets with small buffers, and the socket that accepted the one of them.
 *
 * @param server listens on a free port of the loopback address
 * @param client connected to it
 * @param accepted the other end of {@code client}
 */
record Pair(ServerSocket server, Socket client, Socket accepted) implements AutoCloseable {
    private static final int BUFFER_BYTES = 65536;

    static Pair open() throws IOException {
        ServerSocket server = new ServerSocket();
        server.setReceiveBufferSize(BUFFER_BYTES);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Socket client = new Socket();
        client.setSendBufferSize(BUFFER_BYTES);
        client.setReceiveBufferSize(BUFFER_BYTES);
        client.connect(server.getLocalSocketAddress());
        Socket accepted = server.accept();
        accepted.setSendBufferSize(BUFFER_BYTES);
        return new Pair(server, client, accepted);
    }

    InputStream clientIn() throws IOException {
        return client.getInputStream();
    }

    OutputStream clientOut() throws IOException {
        return client.getOutputStream();
    }

    InputStream serverIn() throws IOException {
        return accepted.getInputStream();
    }

    OutputStream serverOut() throws IOException {
        return accepted.getOutputStream();
    }

    @Override
    public void close() throws IOException {
        client.close();
        accepted.close();
        server.close();
    }
}
