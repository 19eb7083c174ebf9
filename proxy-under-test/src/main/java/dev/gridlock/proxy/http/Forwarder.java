package dev.gridlock.proxy.http;

import dev.gridlock.proxy.route.Route;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;

/**
 * Carries one request to one machine host and its response back. Bodies are passed on as they come, first the request's and
 * then the response's; a host that answers before it has read the request's body is heard once sending to it fails.
 */
public final class Forwarder {

    /** Header of the response that names the machine. */
    public static final String MACHINE_HEADER = "X-Gridlock-Machine";
    /** Header of the response that names the machine's region. */
    public static final String REGION_HEADER = "X-Gridlock-Region";

    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

    private final String node;
    private final UpstreamPool pool;
    private final Duration responseTimeout;
    private final long bodyMost;

    /**
     * A forwarder.
     *
     * @param node this proxy's name, for the {@code Via} field
     * @param pool where connections come from and go back to
     * @param responseTimeout longest silence of a host
     * @param bodyMost most bytes of a request's body
     */
    public Forwarder(String node, UpstreamPool pool, Duration responseTimeout, long bodyMost) {
        this.node = node;
        this.pool = pool;
        this.responseTimeout = responseTimeout;
        this.bodyMost = bodyMost;
    }

    /** Whether the request may be sent a second time when the first got no answer: it changes nothing twice, and has no body that is gone. */
    static boolean isRepeatable(ClassicHttpRequest request) {
        return request.getEntity() == null && IDEMPOTENT.contains(request.getMethod());
    }

    /**
     * Sends the request over {@code upstream}, which is used up by this, and answers the client with what the host answers.
     *
     * @throws IOException if the client's connection failed, or had to be cut because the response broke off
     */
    Carried forward(Exchange exchange, Route route, Upstream upstream) throws IOException, HttpException {
        ClassicHttpRequest request = OutgoingRequest.of(exchange, node, bodyMost, upstream::abort);
        if (route.isToProxy()) {
            request.setHeader(EdgeLoopCheck.EDGE_HEADER, node);
        }
        Upstream used = upstream;
        Answer answer = ask(exchange, request, used);
        if (answer instanceof Failed && used.isReused() && isRepeatable(exchange.request())) {
            // Most likely the host had closed a kept connection; a new one tells.
            used.close();
            try {
                used = pool.fresh(route.address());
            } catch (IOException e) {
                return new Carried.Refused(ProxyFailure.connectFailed(route.address(), String.valueOf(e.getMessage())));
            }
            answer = ask(exchange, request, used);
        }
        return switch (answer) {
            case Failed(ProxyFailure failure) -> {
                used.close();
                yield new Carried.Failed(failure);
            }
            case Answered(ClassicHttpResponse response, boolean whole) -> {
                pass(exchange, route, used, response, whole);
                yield new Carried.Answered();
            }
        };
    }

    private sealed interface Answer {}

    /** The host answered; {@code whole} if it took all of the request before. */
    private record Answered(ClassicHttpResponse response, boolean whole) implements Answer {}

    private record Failed(ProxyFailure failure) implements Answer {}

    private Answer ask(Exchange exchange, ClassicHttpRequest request, Upstream upstream)
            throws IOException, HttpException {
        HttpEntity body = request.getEntity();
        if (body != null) {
            if (body.getContentLength() > bodyMost) {
                exchange.closeAfterwards();
                return new Failed(ProxyFailure.bodyTooLarge(bodyMost));
            }
            exchange.wantBody();
        }
        upstream.setSilenceLimit(responseTimeout);
        String unsent = "";
        try {
            upstream.send(request);
        } catch (BodyPump.SourceFailedException e) {
            exchange.closeAfterwards();
            return new Failed(ProxyFailure.badRequest(String.valueOf(e.getMessage())));
        } catch (BodyPump.TooLongException e) {
            exchange.closeAfterwards();
            return new Failed(ProxyFailure.bodyTooLarge(bodyMost));
        } catch (IOException e) {
            // It may have said why before it stopped listening.
            exchange.closeAfterwards();
            unsent = String.valueOf(e.getMessage());
        }
        try {
            return new Answered(upstream.receive(request), unsent.isEmpty());
        } catch (SocketTimeoutException e) {
            return new Failed(ProxyFailure.responseTimeout(upstream.address()));
        } catch (HttpException | MessageConstraintException e) {
            return new Failed(ProxyFailure.badResponse(upstream.address(), String.valueOf(e.getMessage())));
        } catch (IOException e) {
            String why = unsent.isEmpty() ? String.valueOf(e.getMessage()) : unsent;
            return new Failed(ProxyFailure.upstreamClosed(upstream.address(), why));
        }
    }

    private void pass(
            Exchange exchange, Route route, Upstream upstream, ClassicHttpResponse received, boolean requestTaken)
            throws IOException, HttpException {
        var response = new BasicClassicHttpResponse(received.getCode(), received.getReasonPhrase());
        HopByHop.copy(received, response);
        if (route.isToProxy()) {
            // The proxy of the region has named the machine.
            response.setHeader(EdgeLoopCheck.EDGE_HEADER, node);
        } else {
            response.setHeader(MACHINE_HEADER, route.machine());
            response.setHeader(REGION_HEADER, route.region());
        }
        frame(exchange, received, response);
        boolean passed = false;
        try {
            exchange.respond(response);
            passed = true;
        } finally {
            if (passed && requestTaken && endsByItself(received)) {
                pool.giveBack(upstream);
            } else {
                upstream.close();
            }
        }
    }

    private static void frame(Exchange exchange, ClassicHttpResponse received, ClassicHttpResponse response) {
        HttpEntity body = received.getEntity();
        Header length = received.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
        if (body == null) {
            // A response to HEAD, or to a conditional request, tells the length of a body that it does not have.
            if (length != null && received.getCode() != HttpStatus.SC_NO_CONTENT) {
                response.setHeader(length);
            }
            return;
        }
        if (body.getContentLength() >= 0) {
            response.setHeader(HttpHeaders.CONTENT_LENGTH, body.getContentLength());
        } else if (exchange.isHttp11()) {
            response.setHeader(HttpHeaders.TRANSFER_ENCODING, "chunked");
        } else {
            exchange.closeAfterwards();
        }
        response.setEntity(BodyPump.passing(body, exchange::abort));
    }

    /** Whether the connection can carry another request after this response. */
    private static boolean endsByItself(ClassicHttpResponse response) {
        boolean framed = response.getEntity() == null
                || response.getEntity().getContentLength() >= 0
                || response.containsHeader(HttpHeaders.TRANSFER_ENCODING);
        boolean keeps = Exchange.isHttp11(response);
        for (Header field : response.getHeaders(HttpHeaders.CONNECTION)) {
            keeps &= field.getValue() == null
                    || !field.getValue().toLowerCase(Locale.ROOT).contains("close");
        }
        return framed && keeps;
    }
}
