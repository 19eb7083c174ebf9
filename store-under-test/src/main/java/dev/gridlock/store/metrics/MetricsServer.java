package dev.gridlock.store.metrics;

import dev.gridlock.store.http.HttpServer;
import dev.gridlock.store.http.RequestTarget;
import dev.gridlock.store.lifecycle.Workers;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.HttpServerRequestHandler.ResponseTrigger;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;

/** Serves {@code GET /metrics} in the Prometheus text format. Thread-safe. */
public final class MetricsServer {
    private static final String PATH = "/metrics";

    private final StoreMetrics metrics;
    private final Runnable refresh;
    private final HttpServer server;

    /**
     * @param listener bound already
     * @param refresh called before each answer, for gauges that are read rather than counted
     */
    public MetricsServer(
            ServerSocket listener, StoreMetrics metrics, Runnable refresh, Workers workers, Consumer<String> notices) {
        this.metrics = metrics;
        this.refresh = refresh;
        this.server = new HttpServer(
                listener, "metrics", (request, trigger, socket) -> answer(request, trigger), workers, notices);
    }

    /** Accepts connections from now on. */
    public void start() {
        server.start();
    }

    private void answer(ClassicHttpRequest request, ResponseTrigger trigger) throws IOException, HttpException {
        String path = RequestTarget.path(request.getPath());
        if (!path.equals(PATH)) {
            respond(trigger, 404, ContentType.TEXT_PLAIN, "found path " + path + ", expected " + PATH);
        } else if (!request.getMethod().equals("GET")) {
            respond(trigger, 405, ContentType.TEXT_PLAIN, "found " + request.getMethod() + ", expected GET");
        } else {
            refresh.run();
            respond(trigger, 200, ContentType.parse(Registry.CONTENT_TYPE), metrics.text());
        }
    }

    private static void respond(ResponseTrigger trigger, int status, ContentType type, String text)
            throws IOException, HttpException {
        ClassicHttpResponse response = new BasicClassicHttpResponse(status);
        response.setEntity(new StringEntity(text, type));
        trigger.submitResponse(response);
    }

    /** Closes listener and connections; waits for answers under way, at most as long as given. */
    public void close(Duration patience) throws IOException {
        server.close(patience);
    }
}
