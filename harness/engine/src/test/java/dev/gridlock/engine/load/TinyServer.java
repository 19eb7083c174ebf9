package dev.gridlock.engine.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A server on loopback that answers each connection once, with exactly the text that a test gives it. */
public final class TinyServer implements AutoCloseable {

    /** What a client sent. */
    public record Request(String method, String path, List<String> headers, String body) {}

    private final ServerSocket socket;
    private final Function<Request, String> answers;
    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());

    private TinyServer(ServerSocket socket, Function<Request, String> answers) {
        this.socket = socket;
        this.answers = answers;
    }

    /** Starts a server; an empty answer closes the connection without one. */
    public static TinyServer answering(Function<Request, String> answers) {
        try {
            var server = new TinyServer(new ServerSocket(0, 200, InetAddress.getLoopbackAddress()), answers);
            Thread.ofVirtual().start(server::accept);
            return server;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A whole answer with a status and a body. */
    public static String answer(int status, String body) {
        return "HTTP/1.1 " + status + " x\r\nContent-Length: " + body.getBytes(StandardCharsets.UTF_8).length
                + "\r\nConnection: close\r\n\r\n" + body;
    }

    public int port() {
        return socket.getLocalPort();
    }

    public List<Request> requests() {
        return List.copyOf(requests);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                var connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection;
                var in = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1))) {
            var first = in.readLine();
            if (first == null) {
                return;
            }
            var headers = new ArrayList<String>();
            int length = 0;
            for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                headers.add(line);
                if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                    length = Integer.parseInt(line.substring(15).strip());
                }
            }
            var body = new char[length];
            for (int read = 0; read < length; ) {
                read += in.read(body, read, length - read);
            }
            var parts = first.split(" ", -1);
            var request = new Request(parts[0], parts[1], headers, text(body));
            requests.add(request);
            connection.getOutputStream().write(answers.apply(request).getBytes(StandardCharsets.UTF_8));
        } catch (IOException gone) {
            // The client went away first, which is its right; what it saw is for the test to say.
            return;
        }
    }

    /** Each character read so far is one byte of UTF-8. */
    private static String text(char[] bytes) {
        return new String(new String(bytes).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
