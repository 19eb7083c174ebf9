package dev.gridlock.scenarios.stores;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One HTTP/1.1 connection to a store; runs in a node of the simulation. Not thread-safe. */
final class StoreClient implements AutoCloseable {
    static final int API_PORT = 8080;

    private final Socket socket;
    private final InputStream in;

    /**
     * What came back.
     *
     * @param status the status code
     * @param body the whole body
     */
    record Answer(int status, String body) {}

    private StoreClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Connects to the API of the store at the address. */
    static StoreClient connect(String address, int timeoutMillis) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(address), API_PORT), timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            return new StoreClient(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    Answer get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nHost: store\r\n\r\n");
    }

    Answer post(String path, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        return send("POST " + path + " HTTP/1.1\r\nHost: store\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length + "\r\n\r\n" + json);
    }

    private Answer send(String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        String[] status = line().split(" ", 3);
        int length = 0;
        boolean chunked = false;
        String header = line();
        while (!header.isEmpty()) {
            if (header.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Integer.parseInt(header.substring(15).strip());
            }
            chunked |= header.equalsIgnoreCase("transfer-encoding: chunked");
            header = line();
        }
        byte[] body = chunked ? chunks() : in.readNBytes(length);
        return new Answer(Integer.parseInt(status[1]), new String(body, StandardCharsets.UTF_8));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int length = Integer.parseInt(line(), 16);
        while (length > 0) {
            body.write(in.readNBytes(length));
            line();
            length = Integer.parseInt(line(), 16);
        }
        line();
        return body.toByteArray();
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        while (next != '\n') {
            if (next < 0) {
                throw new EOFException("the store closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
            next = in.read();
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
