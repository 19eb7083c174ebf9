package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain objects: {@link Map} in the order of its keys, {@link List}, {@link String}, {@link Number}, {@link Boolean}, null.
 *
 * <p>By hand on the streaming parser: Jackson's own object reader keeps a factory in a static field, which nodes that share their
 * classes would share.
 */
final class JsonTree {
    private JsonTree() {}

    /**
     * Reads one value and nothing after it.
     *
     * @throws com.fasterxml.jackson.core.JsonProcessingException when the bytes are not that
     */
    static @Nullable Object read(JsonFactory factory, byte[] bytes) throws IOException {
        try (JsonParser parser = factory.createParser(bytes)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new JsonParseException(parser, "the body is empty");
            }
            Object value = value(parser, first);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "something follows the first value");
            }
            return value;
        }
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new JsonParseException(parser, "found " + token + ", expected a value");
        };
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            object.put(name, value(parser, parser.nextToken()));
        }
        return object;
    }

    private static List<@Nullable Object> array(JsonParser parser) throws IOException {
        List<@Nullable Object> array = new ArrayList<>();
        JsonToken token = parser.nextToken();
        while (token != JsonToken.END_ARRAY) {
            array.add(value(parser, token));
            token = parser.nextToken();
        }
        return array;
    }

    /** The text of a value as {@link #read} returns it. */
    static String write(JsonFactory factory, @Nullable Object value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = factory.createGenerator(text)) {
            write(generator, value);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Boolean truth -> json.writeBoolean(truth);
            case Number number -> json.writeNumber(number.toString());
            case Map<?, ?> object -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> entry : object.entrySet()) {
                    json.writeFieldName(String.valueOf(entry.getKey()));
                    write(json, entry.getValue());
                }
                json.writeEndObject();
            }
            case List<?> array -> {
                json.writeStartArray();
                for (Object element : array) {
                    write(json, element);
                }
                json.writeEndArray();
            }
            default -> json.writeString(value.toString());
        }
    }
}
