package dev.gridlock.toxiproxy.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a body: an object, or a list of objects. What follows the first value is ignored. Stateless. */
public final class JsonBody {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonBody() {}

    /**
     * The fields of an object; of null, no fields.
     *
     * @throws BadBodyException when the body is anything else
     */
    public static JsonFields object(String body) throws BadBodyException {
        return JsonFields.of("the body", parse(body));
    }

    /**
     * The fields of each object of a list, null being a list without any.
     *
     * @throws BadBodyException when the body is anything else
     */
    public static List<JsonFields> objects(String body) throws BadBodyException {
        Object value = parse(body);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new BadBodyException("found " + JsonFields.kind(value) + " in the body, expected a list");
        }
        List<JsonFields> objects = new ArrayList<>();
        for (Object element : list) {
            objects.add(JsonFields.of("element " + (objects.size() + 1) + " of the body", element));
        }
        return objects;
    }

    private static @Nullable Object parse(String body) throws BadBodyException {
        try (JsonParser parser = FACTORY.createParser(body)) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                // the original's words for nothing at all
                throw new BadBodyException("EOF");
            }
            return value(parser, first);
        } catch (JsonEOFException e) {
            throw new BadBodyException("unexpected EOF");
        } catch (JsonProcessingException e) {
            var at = e.getLocation();
            throw new BadBodyException("found what is not JSON at line " + at.getLineNr() + ", column "
                    + at.getColumnNr() + ", expected an object or a list");
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory failed", impossible);
        }
    }

    private static @Nullable Object value(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new NumberText(parser.getText());
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new IllegalStateException("the parser gave " + token + " where a value begins");
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
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(value(parser, token));
        }
        return array;
    }
}
