package dev.gridlock.proxy.fake;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An HTTP/1.1 message as it came over a socket.
 *
 * @param startLine request line or status line
 * @param fields header lines in their order
 * @param body taken out of its framing
 */
public record RawMessage(String startLine, List<String> fields, String body) {

    /** Reads a message with its body; empty at the end of the stream. */
    public static Optional<RawMessage> read(InputStream in) throws IOException {
        Optional<RawMessage> head = readHead(in);
        if (head.isEmpty()) {
            return head;
        }
        RawMessage message = head.get();
        boolean request = !message.startLine().startsWith("HTTP/");
        String body = "";
        if (message.field("Transfer-Encoding").isPresent()) {
            body = readChunks(in);
        } else if (message.field("Content-Length").isPresent()) {
            byte[] bytes = in.readNBytes(
                    Integer.parseInt(message.field("Content-Length").get()));
            body = new String(bytes, StandardCharsets.ISO_8859_1);
        } else if (!request) {
            body = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
        return Optional.of(new RawMessage(message.startLine(), message.fields(), body));
    }

    /** Reads a message up to its body; empty at the end of the stream. */
    public static Optional<RawMessage> readHead(InputStream in) throws IOException {
        String start = readLine(in);
        if (start.isEmpty()) {
            return Optional.empty();
        }
        var fields = new ArrayList<String>();
        for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
            fields.add(line);
        }
        return Optional.of(new RawMessage(start, fields, ""));
    }

    /** One chunk of a chunked body; empty for the last. */
    public static String readChunk(InputStream in) throws IOException {
        String length = readLine(in);
        if (length.isEmpty()) {
            throw new EOFException("The body ended before its last chunk.");
        }
        byte[] chunk = in.readNBytes(Integer.parseInt(length, 16));
        String end = readLine(in);
        if (!end.isEmpty()) {
            throw new IOException("Found \"" + end + "\" after a chunk.");
        }
        return new String(chunk, StandardCharsets.ISO_8859_1);
    }

    /** The first field of that name. */
    public Optional<String> field(String name) {
        String start = name.toLowerCase(Locale.ROOT) + ":";
        return fields.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
                .map(line -> line.substring(start.length()).strip())
                .findFirst();
    }

    /** The status of a response. */
    public int status() {
        return Integer.parseInt(startLine.split(" ", 3)[1]);
    }

    /** The target of a request. */
    public String target() {
        return startLine.split(" ", 3)[1];
    }

    private static String readChunks(InputStream in) throws IOException {
        var body = new StringBuilder();
        for (String chunk = readChunk(in); !chunk.isEmpty(); chunk = readChunk(in)) {
            body.append(chunk);
        }
        return body.toString();
    }

    private static String readLine(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream();
        int read = in.read();
        while (read >= 0 && read != '\n') {
            line.write(read);
            read = in.read();
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
