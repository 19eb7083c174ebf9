package dev.gridlock.proxy.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.ProtocolVersion;
import org.apache.hc.core5.http.impl.io.DefaultBHttpServerConnection;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** One request of a client and the way to answer it. Used by the thread of the client's connection. */
public final class Exchange {

    private final DefaultBHttpServerConnection connection;
    private final Socket socket;
    private final ClassicHttpRequest request;
    private final boolean expectsContinue;
    private final List<Header> additions = new ArrayList<>();
    private boolean continued;
    private boolean persistent;

    Exchange(DefaultBHttpServerConnection connection, Socket socket, ClassicHttpRequest request) {
        this.connection = connection;
        this.socket = socket;
        this.request = request;
        expectsContinue = hasToken(request, HttpHeaders.EXPECT, "100-continue");
        persistent = isHttp11() && !hasToken(request, HttpHeaders.CONNECTION, "close");
    }

    /** The request; its body, if any, has not been read. */
    public ClassicHttpRequest request() {
        return request;
    }

    /** Whether the client speaks HTTP/1.1, and so understands a chunked body. */
    public boolean isHttp11() {
        return isHttp11(request);
    }

    /** Whether the sender of a message speaks HTTP/1.1; one without a version does. */
    static boolean isHttp11(HttpMessage message) {
        ProtocolVersion version = message.getVersion();
        return version == null || version.greaterEquals(HttpVersion.HTTP_1_1);
    }

    /** The client's IP address. */
    public String clientAddress() {
        return socket.getRemoteSocketAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : "unknown";
    }

    /** Tells a client that waits for it to send the body. To be called before the body is read. */
    public void wantBody() throws IOException, HttpException {
        if (expectsContinue && !continued) {
            continued = true;
            connection.sendResponseHeader(new BasicClassicHttpResponse(HttpStatus.SC_CONTINUE));
            connection.flush();
        }
    }

    /** Reads the body to its end and forgets it. The body must not be closed by its reader, or what follows it is out of reach. */
    public void discardBody() throws IOException, HttpException {
        if (request.getEntity() != null) {
            wantBody();
            request.getEntity().getContent().transferTo(OutputStream.nullOutputStream());
        }
    }

    /** The connection is to be closed after the response. */
    public void closeAfterwards() {
        persistent = false;
    }

    /** Adds a field to the response, whoever makes it. To be called before that is sent. */
    public void addToResponse(String name, String value) {
        additions.add(new BasicHeader(name, value));
    }

    /** Sends the response; its body, if it has one, must carry its own framing header. */
    public void respond(ClassicHttpResponse response) throws IOException, HttpException {
        if (persistent && !canSkipBody()) {
            persistent = false;
        }
        if (!persistent) {
            response.setHeader(HttpHeaders.CONNECTION, "close");
        }
        additions.forEach(response::addHeader);
        connection.sendResponseHeader(response);
        if (response.getEntity() != null) {
            connection.sendResponseEntity(response);
        }
        connection.flush();
        if (persistent) {
            skipBody();
        }
    }

    /** Cuts the client's connection at once, so that it cannot take half a response for a whole one. */
    public void abort() {
        persistent = false;
        connection.close(CloseMode.IMMEDIATE);
    }

    /** Whether another request may come over the same connection. */
    boolean isPersistent() {
        return persistent;
    }

    private boolean canSkipBody() {
        HttpEntity body = request.getEntity();
        if (body == null) {
            return true;
        }
        // A client that was never told to go on will not send the body, so there is no telling where the next request
        // begins.
        boolean comes = !expectsContinue || continued;
        return comes && (body.getContentLength() <= ListenerLimits.MAX_DRAINED);
    }

    private void skipBody() throws IOException {
        HttpEntity body = request.getEntity();
        if (body == null) {
            return;
        }
        InputStream in = body.getContent();
        byte[] rest = in.readNBytes(ListenerLimits.MAX_DRAINED);
        if (rest.length == ListenerLimits.MAX_DRAINED && in.read() >= 0) {
            persistent = false;
        }
    }

    private static boolean hasToken(ClassicHttpRequest request, String header, String token) {
        for (Header field : request.getHeaders(header)) {
            @Nullable String value = field.getValue();
            if (value != null) {
                for (String part : value.split(",", -1)) {
                    if (part.strip().equalsIgnoreCase(token)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
