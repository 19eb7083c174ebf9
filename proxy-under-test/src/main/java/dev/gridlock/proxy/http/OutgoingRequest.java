package dev.gridlock.proxy.http;

import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/** The request that goes to a machine host: the client's, with what a proxy takes away and adds. */
final class OutgoingRequest {

    private static final String FORWARDED_FOR = "X-Forwarded-For";

    private OutgoingRequest() {}

    /**
     * Made from the client's request, whose body is read when this one's is sent.
     *
     * @param node this proxy's name
     * @param bodyMost most bytes that the body may have
     * @param abortUpstream cuts the connection to the host when the client's body breaks off
     */
    static ClassicHttpRequest of(Exchange exchange, String node, long bodyMost, Runnable abortUpstream) {
        ClassicHttpRequest incoming = exchange.request();
        var request = new BasicClassicHttpRequest(incoming.getMethod(), incoming.getPath());
        HopByHop.copy(incoming, request);
        String host = RequestCheck.host(incoming);
        request.setHeader(HttpHeaders.HOST, host);
        request.setHeader(FORWARDED_FOR, forwardedFor(incoming, exchange.clientAddress()));
        request.setHeader("X-Forwarded-Proto", "http");
        request.setHeader("X-Forwarded-Host", host);
        request.addHeader(HttpHeaders.VIA, "1.1 " + node);
        HttpEntity body = incoming.getEntity();
        if (body != null) {
            if (body.getContentLength() >= 0) {
                request.setHeader(HttpHeaders.CONTENT_LENGTH, body.getContentLength());
            } else {
                request.setHeader(HttpHeaders.TRANSFER_ENCODING, "chunked");
            }
            request.setEntity(BodyPump.passing(body, abortUpstream, bodyMost));
        }
        return request;
    }

    private static String forwardedFor(ClassicHttpRequest incoming, String client) {
        var chain = new StringBuilder();
        for (Header field : incoming.getHeaders(FORWARDED_FOR)) {
            chain.append(field.getValue()).append(", ");
        }
        return chain.append(client).toString();
    }
}
