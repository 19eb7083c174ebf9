package dev.gridlock.store.http;

import java.util.Iterator;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpResponseInterceptor;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/**
 * Announces that the connection closes after an answer: when the handler said so, or the client asked for it or is older than
 * keeping it open. A refused request alone is no reason (the library's own rule would close after every 400 and 503), because all
 * of it has been read. Stateless.
 */
final class ConnectionHeader implements HttpResponseInterceptor {
    @Override
    public void process(HttpResponse response, EntityDetails entity, HttpContext context) {
        if (response.containsHeader(HttpHeaders.CONNECTION)) {
            return;
        }
        HttpRequest request = HttpCoreContext.cast(context).getRequest();
        // without a request, the client sent something else
        if (request == null || isOld(request) || asksToClose(request)) {
            response.setHeader(HttpHeaders.CONNECTION, HeaderElements.CLOSE);
        }
    }

    private static boolean isOld(HttpRequest request) {
        return request.getVersion() != null && request.getVersion().lessEquals(HttpVersion.HTTP_1_0);
    }

    private static boolean asksToClose(HttpRequest request) {
        Iterator<String> tokens = MessageSupport.iterateTokens(request, HttpHeaders.CONNECTION);
        while (tokens.hasNext()) {
            if (tokens.next().equalsIgnoreCase(HeaderElements.CLOSE)) {
                return true;
            }
        }
        return false;
    }
}
