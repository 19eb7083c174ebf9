package dev.gridlock.proxy.fake;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A machine host that keeps what it was asked. */
public final class FakeHost implements AutoCloseable {

    private final RawServer server;
    private final List<RawMessage> requests = new CopyOnWriteArrayList<>();

    private FakeHost(Function<RawMessage, String> answer) {
        server = RawServer.start((in, out) -> {
            for (Optional<RawMessage> request = RawMessage.read(in);
                    request.isPresent();
                    request = RawMessage.read(in)) {
                requests.add(request.get());
                write(out, answer.apply(request.get()));
            }
        });
    }

    /** Answers each request with what the function makes of it: a whole response as text. */
    public static FakeHost answering(Function<RawMessage, String> answer) {
        return new FakeHost(answer);
    }

    /** Answers each request with 200, its own name, and the body that it was sent. */
    public static FakeHost echo(String name) {
        return answering(request -> ok(name + ":" + request.body()));
    }

    /** A response of 200 with that body. */
    public static String ok(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** Writes text as it is. */
    public static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    public String address() {
        return server.address();
    }

    /** How many connections there have been. */
    public int connections() {
        return server.accepted();
    }

    /** Closes every connection, but goes on accepting new ones. */
    public void cut() {
        server.cut();
    }

    public List<RawMessage> requests() {
        return requests;
    }

    @Override
    public void close() {
        server.close();
    }
}
