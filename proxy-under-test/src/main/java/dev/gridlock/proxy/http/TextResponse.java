package dev.gridlock.proxy.http;

import java.nio.charset.StandardCharsets;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;

/** Small responses made here, with their framing header. */
public final class TextResponse {

    private TextResponse() {}

    /** Plain text in UTF-8. */
    public static ClassicHttpResponse of(int status, String text) {
        return of(status, text, ContentType.TEXT_PLAIN.withCharset(StandardCharsets.UTF_8));
    }

    /** One JSON value. */
    public static ClassicHttpResponse json(int status, String json) {
        return of(status, json + "\n", ContentType.APPLICATION_JSON);
    }

    private static ClassicHttpResponse of(int status, String text, ContentType type) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        var response = new BasicClassicHttpResponse(status);
        response.setHeader(HttpHeaders.CONTENT_TYPE, type.toString());
        response.setHeader(HttpHeaders.CONTENT_LENGTH, body.length);
        response.setEntity(new ByteArrayEntity(body, type));
        return response;
    }
}
