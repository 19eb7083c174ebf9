package dev.gridlock.toxiproxy.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.gridlock.toxiproxy.proxy.Proxy;
import dev.gridlock.toxiproxy.proxy.ProxyState;
import dev.gridlock.toxiproxy.toxic.Toxic;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bodies that the API sends, field by field in the original's order. */
final class ApiJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private ApiJson() {}

    private interface Body {
        void write(JsonGenerator json) throws IOException;
    }

    private static String text(Body body) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = FACTORY.createGenerator(text)) {
            body.write(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
        return text.toString();
    }

    static String error(int status, String message) {
        return text(json -> {
            json.writeStartObject();
            writeError(json, status, message);
            json.writeEndObject();
        });
    }

    private static void writeError(JsonGenerator json, int status, String message) throws IOException {
        json.writeStringField("error", message);
        json.writeNumberField("status", status);
    }

    static String proxy(Proxy proxy) {
        return text(json -> write(json, proxy));
    }

    static String proxies(List<Proxy> proxies) {
        return text(json -> {
            json.writeStartObject();
            for (Proxy proxy : proxies) {
                json.writeFieldName(proxy.name());
                write(json, proxy);
            }
            json.writeEndObject();
        });
    }

    /**
     * The answer to populate.
     *
     * @param error what stopped it, or null
     * @param proxies those that it had come to; none is null, as the original has it
     */
    static String populated(int status, @Nullable String error, List<Proxy> proxies) {
        return text(json -> {
            json.writeStartObject();
            if (error != null) {
                writeError(json, status, error);
            }
            json.writeFieldName("proxies");
            if (proxies.isEmpty()) {
                json.writeNull();
            } else {
                json.writeStartArray();
                for (Proxy proxy : proxies) {
                    write(json, proxy);
                }
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, Proxy proxy) throws IOException {
        ProxyState state = proxy.state();
        json.writeStartObject();
        json.writeStringField("name", proxy.name());
        json.writeStringField("listen", state.listen());
        json.writeStringField("upstream", state.upstream());
        json.writeBooleanField("enabled", state.enabled());
        json.writeFieldName("toxics");
        write(json, proxy.toxics().all());
        json.writeEndObject();
    }

    static String toxic(Toxic toxic) {
        return text(json -> write(json, toxic));
    }

    static String toxics(List<Toxic> toxics) {
        return text(json -> write(json, toxics));
    }

    private static void write(JsonGenerator json, List<Toxic> toxics) throws IOException {
        json.writeStartArray();
        for (Toxic toxic : toxics) {
            write(json, toxic);
        }
        json.writeEndArray();
    }

    private static void write(JsonGenerator json, Toxic toxic) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("attributes");
        for (Map.Entry<String, Long> value : toxic.attributes().values().entrySet()) {
            json.writeNumberField(value.getKey(), value.getValue());
        }
        json.writeEndObject();
        json.writeStringField("name", toxic.name());
        json.writeStringField("type", toxic.type().text());
        json.writeStringField("stream", toxic.stream());
        json.writeFieldName("toxicity");
        writeShort(json, toxic.toxicity());
        json.writeEndObject();
    }

    /** A whole number without a fraction, as Go writes it. */
    private static void writeShort(JsonGenerator json, float number) throws IOException {
        if (number == (int) number) {
            json.writeNumber((int) number);
        } else {
            json.writeNumber(number);
        }
    }
}
