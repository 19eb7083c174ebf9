package dev.gridlock.store.api;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A connection on which a test says what no client library would. */
final class RawConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RawConnection(String address) throws IOException {
        String[] parts = address.split(":", 2);
        this.socket = new Socket(parts[0], Integer.parseInt(parts[1]));
        socket.setSoTimeout(10_000);
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Sends text; characters up to U+00FF become one byte each. */
    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** Says that nothing more will come. */
    void sendNoMore() throws IOException {
        socket.shutdownOutput();
    }

    /** The next answer, header and body, which must have a length; what there is of it when the connection ends before. */
    String answer() throws IOException {
        StringBuilder text = new StringBuilder();
        while (!text.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return text.toString();
            }
            text.append((char) next);
        }
        if (text.toString().startsWith("HTTP/1.1 1")) {
            // an interim answer is a header and nothing else
            return text.toString();
        }
        String length = text.toString().toLowerCase(Locale.ROOT).replaceAll("(?s).*content-length: (\\d+).*", "$1");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.write(in.readNBytes(Integer.parseInt(length)));
        return text + body.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
