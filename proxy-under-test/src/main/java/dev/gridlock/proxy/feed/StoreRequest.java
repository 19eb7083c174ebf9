package dev.gridlock.proxy.feed;

import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/** Requests to the store's HTTP API. */
final class StoreRequest {

    private StoreRequest() {}

    /**
     * A POST of one statement.
     *
     * @param address host and port of the store
     * @param path with its query
     * @param statement JSON
     */
    static ClassicHttpRequest post(String address, String path, String statement) {
        byte[] body = statement.getBytes(StandardCharsets.UTF_8);
        var request = new BasicClassicHttpRequest("POST", path);
        request.setHeader(HttpHeaders.HOST, address);
        request.setHeader(HttpHeaders.CONTENT_TYPE, ContentType.APPLICATION_JSON.getMimeType());
        request.setHeader(HttpHeaders.CONTENT_LENGTH, body.length);
        request.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        return request;
    }
}
