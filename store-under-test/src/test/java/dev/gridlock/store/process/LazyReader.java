package dev.gridlock.store.process;

import dev.gridlock.store.testing.StoreClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A subscriber that reads only when it is told to; until then, what it is sent fills the buffers of the connection. Not thread-safe. */
final class LazyReader implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final HttpURLConnection connection;
    private final BufferedReader reader;
    private final List<String> snapshot = new ArrayList<>();

    /** Subscribes and reads the snapshot, nothing more. */
    LazyReader(int apiPort, String sql) throws IOException {
        connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + apiPort + "/v1/subscriptions")
                .toURL()
                .openConnection();
        connection.setDoOutput(true);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.getOutputStream().write(StoreClient.quoted(sql).getBytes(StandardCharsets.UTF_8));
        reader = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8));
        do {
            snapshot.add(reader.readLine());
        } while (!snapshot.getLast().startsWith("{\"eoq\""));
    }

    String id() {
        return connection.getHeaderField("corro-query-id");
    }

    List<String> snapshot() {
        return List.copyOf(snapshot);
    }

    /** All whole lines that are still to be had; fails when the stream goes on for long. */
    List<String> readToTheEnd() throws IOException {
        List<String> lines = new ArrayList<>();
        try {
            String line = reader.readLine();
            while (line != null) {
                lines.add(line);
                line = reader.readLine();
            }
        } catch (SocketTimeoutException goesOn) {
            throw goesOn;
        } catch (IOException brokenOff) {
            // in the middle of a line: how a stream ends that is cut
        }
        return lines;
    }

    @Override
    public void close() {
        connection.disconnect();
    }
}
