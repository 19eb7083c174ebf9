package dev.gridlock.store.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An open subscription, read line by line in the background. */
public final class SubscriptionStream implements AutoCloseable {
    private static final String END = "";

    private final HttpResponse<InputStream> response;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    SubscriptionStream(HttpResponse<InputStream> response) {
        this.response = response;
        assertThat(response.statusCode()).isEqualTo(200);
        Thread.ofVirtual().start(this::read);
    }

    private void read() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            String line = reader.readLine();
            while (line != null) {
                lines.add(line);
                line = reader.readLine();
            }
        } catch (IOException cut) {
            // a stream that breaks off has ended, too
        }
        lines.add(END);
    }

    public String id() {
        return response.headers().firstValue("corro-query-id").orElseThrow();
    }

    public String header(String name) {
        return response.headers().firstValue(name).orElse("");
    }

    /** The next line; empty at the end of the stream. Fails when there is none within ten seconds. */
    public String next() throws InterruptedException {
        String line = lines.poll(10, TimeUnit.SECONDS);
        assertThat(line).as("next line of the subscription").isNotNull();
        return Optional.ofNullable(line).orElseThrow();
    }

    /** The next line, however long it takes; empty at the end of the stream. */
    public String await() throws InterruptedException {
        return lines.take();
    }

    /** The next lines. */
    public List<String> next(int count) throws InterruptedException {
        List<String> next = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            next.add(next());
        }
        return next;
    }

    /** Lines up to and including the end of the snapshot. */
    public List<String> snapshot() throws InterruptedException {
        List<String> snapshot = new ArrayList<>();
        do {
            snapshot.add(next());
        } while (!snapshot.getLast().startsWith("{\"eoq\""));
        return snapshot;
    }

    /** Whether nothing comes for a while. */
    public boolean isSilentFor(long millis) throws InterruptedException {
        return lines.poll(millis, TimeUnit.MILLISECONDS) == null;
    }

    @Override
    public void close() throws IOException {
        response.body().close();
    }
}
