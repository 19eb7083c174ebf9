package dev.gridlock.engine.sut;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An HTTP/1.1 call to a node. A 2xx status means that it did what it says.
 *
 * @param node name of the node that is called
 * @param ip address to connect to
 * @param port port to connect to
 * @param method {@code GET}, {@code POST} and so on
 * @param path path and query, starting with a slash
 * @param headers header fields in order; {@code Host} is added when it is missing
 * @param body request body, empty for none
 */
public record HttpCall(
        String node, String ip, int port, String method, String path, Map<String, String> headers, String body) {

    public HttpCall {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** A {@code GET} without further header fields. */
    public static HttpCall get(String node, String ip, int port, String path) {
        return new HttpCall(node, ip, port, "GET", path, Map.of(), "");
    }

    /** A {@code POST} of a JSON document. */
    public static HttpCall postJson(String node, String ip, int port, String path, String json) {
        return new HttpCall(node, ip, port, "POST", path, Map.of("Content-Type", "application/json"), json);
    }
}
