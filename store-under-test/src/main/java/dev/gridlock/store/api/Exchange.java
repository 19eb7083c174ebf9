package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.gridlock.store.http.RequestTarget;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.io.HttpServerRequestHandler.ResponseTrigger;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityTemplate;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * One request and the way to answer it, once.
 *
 * @param request the request, its body not read yet
 * @param trigger sends the response
 * @param socket the connection
 * @param json reads and writes JSON
 * @param mostBodyBytes larger bodies are refused
 */
record Exchange(
        ClassicHttpRequest request, ResponseTrigger trigger, Socket socket, JsonFactory json, int mostBodyBytes) {
    private static final List<Map.Entry<String, String>> CLOSE = List.of(Map.entry("Connection", "close"));
    private static final long LONGEST_TIMEOUT_SECONDS = 1_000_000_000;
    /** What the parser says of where the text came from, which is no news to who sent it. */
    private static final Pattern NO_SOURCE = Pattern.compile("\\[Source: [^;]*; (line: \\d+, column: \\d+)]");

    /** Writes the body of a JSON response. */
    interface JsonBody {
        void write(JsonGenerator json) throws IOException;
    }

    /** Writes a body of unknown length, which is sent in chunks as it comes. */
    interface StreamBody {
        void write(OutputStream out) throws IOException;
    }

    /** The path without the query string. */
    String path() {
        return RequestTarget.path(request.getPath());
    }

    String method() {
        return request.getMethod();
    }

    /** A header's value; the first one when it is given twice. */
    Optional<String> header(String name) {
        Header header = request.getFirstHeader(name);
        return header == null ? Optional.empty() : Optional.of(header.getValue());
    }

    /** The same exchange, with something to do when the answer begins. */
    Exchange beforeAnswer(Runnable action) {
        ResponseTrigger sending = new ResponseTrigger() {
            @Override
            public void sendInformation(ClassicHttpResponse response) throws HttpException, IOException {
                trigger.sendInformation(response);
            }

            @Override
            public void submitResponse(ClassicHttpResponse response) throws HttpException, IOException {
                action.run();
                trigger.submitResponse(response);
            }
        };
        return new Exchange(request, sending, socket, json, mostBodyBytes);
    }

    /** A parameter of the query string; the first one when it is given twice. */
    Optional<String> parameter(String name) throws ApiException {
        String target = request.getPath();
        int mark = target.indexOf('?');
        if (mark < 0) {
            return Optional.empty();
        }
        for (String pair : target.substring(mark + 1).split("&", -1)) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            if (key.equals(name)) {
                String value = equals < 0 ? "" : pair.substring(equals + 1);
                return Optional.of(decode(name, value));
            }
        }
        return Optional.empty();
    }

    private static String decode(String name, String value) throws ApiException {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new ApiException(400, "found " + name + "=" + value + ", expected percent-encoded text");
        }
    }

    OptionalLong longParameter(String name) throws ApiException {
        Optional<String> text = parameter(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        String digits = text.get();
        if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new ApiException(400, "found " + name + "=" + digits + ", expected an integer of at least 0");
        }
        return OptionalLong.of(Long.parseLong(digits));
    }

    /**
     * The {@code timeout} parameter, in seconds; 0 is no limit.
     *
     * @param fallback when the parameter is not given; empty is no limit
     */
    Optional<Duration> timeout(Optional<Duration> fallback) throws ApiException {
        OptionalLong seconds = longParameter("timeout");
        if (seconds.isEmpty()) {
            return fallback;
        }
        return seconds.getAsLong() == 0
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(Math.min(seconds.getAsLong(), LONGEST_TIMEOUT_SECONDS)));
    }

    /** A number of seconds that may have a fraction. */
    OptionalDouble secondsParameter(String name) throws ApiException {
        Optional<String> text = parameter(name);
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (!text.get().matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            throw new ApiException(400, "found " + name + "=" + text.get() + ", expected seconds such as 0.5");
        }
        return OptionalDouble.of(Double.parseDouble(text.get()));
    }

    boolean booleanParameter(String name) throws ApiException {
        String text = parameter(name).orElse("false");
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new ApiException(400, "found " + name + "=" + text + ", expected true or false");
        };
    }

    /** The body as JSON: maps, lists, texts, numbers, booleans or null. */
    @Nullable
    Object body() throws ApiException, IOException {
        requireJson();
        byte[] bytes = bytes();
        try {
            return JsonTree.read(json, bytes);
        } catch (JsonProcessingException e) {
            String place = NO_SOURCE.matcher(e.getOriginalMessage()).replaceAll("$1");
            throw new ApiException(400, "found a body that is not JSON: " + place);
        } catch (CharConversionException e) {
            throw new ApiException(400, "found a body that is not text: " + e.getMessage());
        }
    }

    private void requireJson() throws ApiException {
        Header header = request.getFirstHeader("Content-Type");
        String type = header == null ? "" : header.getValue().toLowerCase(Locale.ROOT);
        String bare = type.contains(";") ? type.substring(0, type.indexOf(';')) : type;
        if (!bare.strip().equals("application/json")) {
            throw new ApiException(
                    415, "found Content-Type " + (type.isEmpty() ? "nothing" : type) + ", expected application/json");
        }
    }

    private byte[] bytes() throws ApiException, IOException {
        HttpEntity entity = request.getEntity();
        if (entity == null) {
            return new byte[0];
        }
        try (InputStream in = entity.getContent()) {
            byte[] bytes = in.readNBytes(mostBodyBytes);
            if (bytes.length == mostBodyBytes && in.read() >= 0) {
                throw new ApiException(
                        413, CLOSE, "found a body of more than " + mostBodyBytes + " bytes, expected at most that");
            }
            return bytes;
        } catch (ConnectionClosedException | MalformedChunkCodingException e) {
            throw new ApiException(400, CLOSE, "found a body that is cut off, expected all of it: " + e.getMessage());
        }
    }

    /** Reads the body and forgets it, so that nothing of it is left on the connection. */
    void skipBody() throws ApiException, IOException {
        bytes();
    }

    void respondJson(int status, JsonBody body) throws IOException, HttpException {
        respondJson(status, List.of(), body);
    }

    void respondJson(int status, List<Map.Entry<String, String>> headers, JsonBody body)
            throws IOException, HttpException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = json.createGenerator(bytes)) {
            body.write(generator);
        }
        ClassicHttpResponse response = new BasicClassicHttpResponse(status);
        headers.forEach(header -> response.addHeader(header.getKey(), header.getValue()));
        response.setEntity(new ByteArrayEntity(bytes.toByteArray(), ContentType.APPLICATION_JSON));
        trigger.submitResponse(response);
    }

    /** Answers with plain text. */
    void respondText(int status, String text) throws IOException, HttpException {
        ClassicHttpResponse response = new BasicClassicHttpResponse(status);
        response.setEntity(new StringEntity(text, ContentType.TEXT_PLAIN.withCharset(StandardCharsets.UTF_8)));
        trigger.submitResponse(response);
    }

    void respondError(int status, String message) throws IOException, HttpException {
        respondError(status, List.of(), message);
    }

    void respondError(int status, List<Map.Entry<String, String>> headers, String message)
            throws IOException, HttpException {
        respondJson(status, headers, generator -> {
            generator.writeStartObject();
            generator.writeStringField("error", message);
            generator.writeEndObject();
        });
    }

    /** Answers 200 and streams. The content type stays open, as Corrosion leaves it. */
    void respondStream(List<Map.Entry<String, String>> headers, StreamBody body) throws IOException, HttpException {
        ClassicHttpResponse response = new BasicClassicHttpResponse(200);
        headers.forEach(header -> response.addHeader(header.getKey(), header.getValue()));
        response.setEntity(new EntityTemplate(-1, null, null, body::write));
        trigger.submitResponse(response);
    }
}
