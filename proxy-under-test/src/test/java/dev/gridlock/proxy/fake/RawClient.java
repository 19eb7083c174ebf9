package dev.gridlock.proxy.fake;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A client that writes requests as text. */
public final class RawClient implements Closeable {

    private final Socket socket;
    private final InputStream in;

    public RawClient(InetSocketAddress address) throws IOException {
        socket = new Socket(address.getAddress(), address.getPort());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(5_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** One GET over a connection of its own. */
    public static RawMessage get(InetSocketAddress address, String host, String target) throws IOException {
        try (var client = new RawClient(address)) {
            return client.ask("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        }
    }

    /** Sends a request and reads the whole response. */
    public RawMessage ask(String request) throws IOException {
        send(request);
        return receive();
    }

    public void send(String text) throws IOException {
        FakeHost.write(socket.getOutputStream(), text);
    }

    public RawMessage receive() throws IOException {
        return RawMessage.read(in)
                .orElseThrow(() -> new IOException("The connection was closed instead of an answer."));
    }

    /** Gives up reading after so long a silence; a later read can go on. */
    public void silenceLimit(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    public InputStream in() {
        return in;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
