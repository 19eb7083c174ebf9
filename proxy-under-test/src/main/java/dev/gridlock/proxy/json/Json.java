package dev.gridlock.proxy.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes JSON text. Objects are {@link Map}s in the order of the text, arrays are {@link List}s, whole numbers
 * {@link Integer} or {@link Long}. Thread-safe. Each node has its own instance: buffers are pooled in it and not in a
 * static place, which many nodes of one JVM would share.
 */
public final class Json {

    private final JSON mapper;

    /** An instance with an empty buffer pool. */
    public Json() {
        // ASCII only, so that a line is the same whatever encoding standard output has.
        JsonFactory factory = JsonFactory.builder()
                .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
                .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                .build();
        mapper =
                JSON.builder(factory).enable(JSON.Feature.WRITE_NULL_PROPERTIES).build();
    }

    /**
     * One line of JSON.
     *
     * @param value maps with string keys, lists, strings, numbers, booleans and null, nested as wanted
     */
    public String write(@Nullable Object value) {
        try {
            return mapper.asString(value);
        } catch (IOException e) {
            throw new UncheckedIOException("A value that has no JSON form: " + value, e);
        }
    }

    /**
     * The value of one JSON text.
     *
     * @throws MalformedJsonException if {@code text} is not one complete JSON value
     */
    public @Nullable Object read(String text) throws MalformedJsonException {
        try {
            return mapper.anyFrom(text);
        } catch (JsonProcessingException e) {
            throw new MalformedJsonException(text, e);
        } catch (IOException e) {
            throw new UncheckedIOException("Reading from a string cannot fail.", e);
        }
    }
}
