package dev.gridlock.proxy.http;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpMessage;

/**
 * Which header fields go from one connection to the next. Those that speak of one connection only do not (RFC 9110 section
 * 7.6.1), nor do those that frame the body, which is framed anew.
 */
final class HopByHop {

    private static final Set<String> NEVER = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authenticate",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length",
            "expect");

    private HopByHop() {}

    /** Adds to {@code to} the fields of {@code from} that may pass, in their order. */
    static void copy(HttpMessage from, HttpMessage to) {
        Set<String> named = namedByConnection(from);
        for (Header field : from.getHeaders()) {
            String name = field.getName().toLowerCase(Locale.ROOT);
            if (!NEVER.contains(name) && !named.contains(name)) {
                to.addHeader(field);
            }
        }
    }

    private static Set<String> namedByConnection(HttpMessage message) {
        var names = new HashSet<String>();
        for (Header field : message.getHeaders("Connection")) {
            if (field.getValue() != null) {
                for (String name : field.getValue().split(",", -1)) {
                    names.add(name.strip().toLowerCase(Locale.ROOT));
                }
            }
        }
        return names;
    }
}
