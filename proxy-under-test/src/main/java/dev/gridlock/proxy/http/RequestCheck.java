package dev.gridlock.proxy.http;

import java.util.Locale;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;

/** What a proxy wants of a request before it passes it on. */
final class RequestCheck {

    private RequestCheck() {}

    /** The answer to a request that must not be passed on; empty if it may be. */
    static Optional<ProxyFailure> check(ClassicHttpRequest request) {
        if (request.getMethod().equals("CONNECT")) {
            return Optional.of(new ProxyFailure(501, "connect-method", "This proxy opens no tunnels."));
        }
        int lengths = request.countHeaders(HttpHeaders.CONTENT_LENGTH);
        boolean chunked = request.countHeaders(HttpHeaders.TRANSFER_ENCODING) > 0;
        if (lengths > 1 || (lengths == 1 && chunked)) {
            // Two hosts could disagree about where this request ends, and one could be made to see a second one in it.
            return Optional.of(ProxyFailure.badRequest("The request frames its body twice."));
        }
        if (lengths == 1 && !isLength(request.getFirstHeader(HttpHeaders.CONTENT_LENGTH))) {
            // The next host may read a sign or a list of lengths otherwise.
            return Optional.of(ProxyFailure.badRequest("The length of the body is not a number."));
        }
        if (chunked && !Exchange.isHttp11(request)) {
            return Optional.of(ProxyFailure.badRequest("A request of HTTP/1.0 has no transfer codings."));
        }
        if (request.countHeaders(HttpHeaders.HOST) > 1) {
            return Optional.of(ProxyFailure.badRequest("The request has more than one Host."));
        }
        if (application(request).isEmpty()) {
            return Optional.of(
                    ProxyFailure.badRequest("The request has no Host, and that is what names the application."));
        }
        return Optional.empty();
    }

    private static boolean isLength(Header field) {
        String value = String.valueOf(field.getValue()).strip();
        return !value.isEmpty() && value.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }

    /** The application: the host without its port, up to the first dot, in lower case; empty if there is no host. */
    static String application(ClassicHttpRequest request) {
        String host = host(request);
        int end = 0;
        while (end < host.length() && host.charAt(end) != '.' && host.charAt(end) != ':') {
            end++;
        }
        return host.substring(0, end).toLowerCase(Locale.ROOT);
    }

    /** The host and port that the client asked for; that of an absolute request target comes before the header. */
    static String host(ClassicHttpRequest request) {
        if (request.getAuthority() != null) {
            return request.getAuthority().toString();
        }
        Header field = request.getFirstHeader(HttpHeaders.HOST);
        return field == null || field.getValue() == null ? "" : field.getValue().strip();
    }
}
