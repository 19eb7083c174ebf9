package dev.gridlock.proxy.http;

import java.util.List;
import org.apache.hc.core5.http.ClassicHttpResponse;

/**
 * An answer that the proxy gives itself because no machine could.
 *
 * @param status HTTP status
 * @param reason one word for programs, sent as {@code X-Gridlock-Reason}
 * @param text one sentence for people
 */
record ProxyFailure(int status, String reason, String text) {

    static final String REASON_HEADER = "X-Gridlock-Reason";

    static ProxyFailure badRequest(String text) {
        return new ProxyFailure(400, "bad-request", text);
    }

    static ProxyFailure bodyTooLarge(long most) {
        return new ProxyFailure(413, "body-too-large", "The body is larger than the " + most + " bytes allowed here.");
    }

    static ProxyFailure tooManyConnections() {
        return new ProxyFailure(503, "too-many-connections", "This proxy has as many connections as it may.");
    }

    static ProxyFailure draining() {
        return new ProxyFailure(503, "draining", "This proxy takes no more requests.");
    }

    static ProxyFailure unknownApplication(String app) {
        return new ProxyFailure(404, "unknown-application", "There is no application \"" + app + "\".");
    }

    static ProxyFailure noHealthyMachine(String app, int started, int total) {
        return new ProxyFailure(
                503,
                "no-healthy-machine",
                "None of the " + total + " machines of \"" + app + "\" takes requests; " + started + " are started.");
    }

    static ProxyFailure noLiveProxy(String app, List<String> regions) {
        return new ProxyFailure(
                503,
                "no-live-proxy",
                "No proxy takes requests for \"" + app + "\", which is in " + String.join(", ", regions) + ".");
    }

    static ProxyFailure edgeLoop(String edge) {
        return new ProxyFailure(508, "edge-loop", "The request has passed the edge \"" + edge + "\" already.");
    }

    static ProxyFailure storeFailed(String app, String reason) {
        return new ProxyFailure(
                503, "store-unavailable", "The application \"" + app + "\" could not be loaded: " + reason);
    }

    static ProxyFailure connectFailed(String address, String why) {
        return new ProxyFailure(502, "connect-failed", "No connection to " + address + ": " + why + ".");
    }

    static ProxyFailure connectTimeout(String address) {
        return new ProxyFailure(
                504, "connect-timeout", "The host " + address + " did not accept a connection in time.");
    }

    static ProxyFailure responseTimeout(String address) {
        return new ProxyFailure(504, "response-timeout", "The host " + address + " did not answer in time.");
    }

    static ProxyFailure upstreamClosed(String address, String why) {
        return new ProxyFailure(502, "upstream-closed", "The host " + address + " broke off: " + why + ".");
    }

    static ProxyFailure badResponse(String address, String why) {
        return new ProxyFailure(502, "bad-response", "The host " + address + " did not answer in HTTP: " + why + ".");
    }

    /** Whether the client has brought it about. */
    boolean isOfTheClient() {
        return status < 500;
    }

    ClassicHttpResponse response() {
        ClassicHttpResponse response = TextResponse.of(status, text + "\n");
        response.setHeader(REASON_HEADER, reason);
        return response;
    }
}
