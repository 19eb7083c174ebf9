package dev.gridlock.engine.load;

import dev.gridlock.engine.sut.HttpCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.DefaultHttpProcessor;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.RequestContent;

/**
 * Makes HTTP/1.1 calls over blocking sockets, each on a connection of its own: a reused connection that the server has
 * just closed would make it unknown whether the call took effect. Safe for any thread.
 */
public final class HttpCaller {

    private static final int BODY_CHARACTERS_MAX = 16 * 1024 * 1024;
    private static final HttpProcessor CONTENT_LENGTH = new DefaultHttpProcessor(new RequestContent());

    private final int timeoutMillis;

    /**
     * A caller with a limit.
     *
     * @param timeout longest wait for the connection, and then for each read; at least one millisecond
     */
    public HttpCaller(Duration timeout) {
        this.timeoutMillis = Math.toIntExact(timeout.toMillis());
        if (timeoutMillis < 1) {
            throw new IllegalArgumentException("timeout must be at least 1 ms, was " + timeout);
        }
    }

    /** Makes the call and waits for the whole answer. */
    public CallResult call(HttpCall call) {
        try (var socket = new Socket()) {
            try {
                socket.connect(new InetSocketAddress(InetAddress.ofLiteral(call.ip()), call.port()), timeoutMillis);
                socket.setSoTimeout(timeoutMillis);
                socket.setTcpNoDelay(true);
            } catch (IOException noConnection) {
                return new CallResult.NotSent(reason(noConnection));
            }
            return exchange(call, socket);
        } catch (IOException | HttpException broken) {
            return new CallResult.Unanswered(reason(broken));
        }
    }

    private static CallResult exchange(HttpCall call, Socket socket) throws IOException, HttpException {
        try (var connection = new DefaultBHttpClientConnection(Http1Config.DEFAULT)) {
            connection.bind(socket);
            var request = new BasicClassicHttpRequest(call.method(), call.path());
            call.headers().forEach(request::setHeader);
            if (!request.containsHeader("Host")) {
                request.setHeader("Host", call.ip() + ":" + call.port());
            }
            request.setHeader("Connection", "close");
            if (!call.body().isEmpty()) {
                request.setEntity(new StringEntity(call.body(), StandardCharsets.UTF_8));
            }
            var executor = new HttpRequestExecutor();
            var context = HttpCoreContext.create();
            executor.preProcess(request, CONTENT_LENGTH, context);
            try (var response = executor.execute(request, connection, context)) {
                var entity = response.getEntity();
                var body =
                        entity == null ? "" : EntityUtils.toString(entity, StandardCharsets.UTF_8, BODY_CHARACTERS_MAX);
                return new CallResult.Answered(response.getCode(), body == null ? "" : body);
            }
        }
    }

    private static String reason(Exception failure) {
        var message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
