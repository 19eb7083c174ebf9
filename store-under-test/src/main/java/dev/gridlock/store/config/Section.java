package dev.gridlock.store.config;

import com.electronwill.nightconfig.core.UnmodifiableConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One table of the file, read key by key. Every key asked for counts as valid; {@link #rejectUnknown} then names the others.
 * Not thread-safe.
 */
final class Section {
    private static final Duration LONGEST = Duration.ofHours(24);

    private final String file;
    private final String name;
    private final SortedMap<String, Object> values;
    private final SortedSet<String> validKeys = new TreeSet<>();
    private final List<Section> tables = new ArrayList<>();

    /** A section of the file; no values when the file does not have it. */
    Section(String file, String name, SortedMap<String, Object> values) {
        this.file = file;
        this.name = name;
        this.values = values;
    }

    /** The entries of a TOML table by key. */
    static SortedMap<String, Object> entries(UnmodifiableConfig table) {
        SortedMap<String, Object> entries = new TreeMap<>();
        table.entrySet().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
        return entries;
    }

    /** A table within this one; empty when the file does not have it. */
    Section table(String key) throws ConfigException {
        return table(key, entries(key).orElse(Collections.emptySortedMap()));
    }

    /** A table within this one, under its name or its other name. */
    Section table(String key, String alias) throws ConfigException {
        Optional<SortedMap<String, Object>> first = entries(key);
        Optional<SortedMap<String, Object>> second = entries(alias);
        if (first.isPresent() && second.isPresent()) {
            throw problem(alias, "a table beside " + key, "only one of the two names");
        }
        return table(
                first.isPresent() || second.isEmpty() ? key : alias,
                first.or(() -> second).orElse(Collections.emptySortedMap()));
    }

    private Section table(String key, SortedMap<String, Object> entries) {
        Section table = new Section(file, name + "." + key, entries);
        tables.add(table);
        return table;
    }

    private Optional<SortedMap<String, Object>> entries(String key) throws ConfigException {
        return switch (raw(key)) {
            case null -> Optional.empty();
            case UnmodifiableConfig table -> Optional.of(entries(table));
            case Object other -> throw problem(key, shown(other), "the table [" + name + "." + key + "]");
        };
    }

    /** A text that is not blank, under its key or its other name. */
    Optional<String> optionalText(String key, String alias) throws ConfigException {
        Optional<String> first = optionalText(key);
        Optional<String> second = optionalText(alias);
        if (first.isPresent() && second.isPresent()) {
            throw problem(alias, "a text beside " + key, "only one of the two names");
        }
        String used = first.isPresent() ? key : alias;
        Optional<String> found = first.or(() -> second);
        if (found.isPresent() && found.get().isBlank()) {
            throw problem(used, "an empty text", "a text");
        }
        return found;
    }

    String text(String key) throws ConfigException {
        Optional<String> text = optionalText(key);
        if (text.isEmpty() || text.get().isBlank()) {
            throw problem(key, text.isEmpty() ? "nothing" : "an empty text", "a text");
        }
        return text.get();
    }

    Optional<String> optionalText(String key) throws ConfigException {
        return switch (raw(key)) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            case Object other -> throw problem(key, shown(other), "a text");
        };
    }

    List<String> textList(String key) throws ConfigException {
        Object value = raw(key);
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw problem(key, shown(value), "a list of texts");
        }
        List<String> texts = new ArrayList<>();
        for (Object element : list) {
            if (!(element instanceof String text)) {
                throw problem(key, shown(element) + " in the list", "a list of texts");
            }
            texts.add(text);
        }
        return texts;
    }

    String choice(String key, String fallback, List<String> choices) throws ConfigException {
        String found = optionalText(key).orElse(fallback);
        if (!choices.contains(found)) {
            throw problem(key, '"' + found + '"', "one of " + String.join(", ", choices));
        }
        return found;
    }

    boolean flag(String key, boolean fallback) throws ConfigException {
        return switch (raw(key)) {
            case null -> fallback;
            case Boolean flag -> flag;
            case Object other -> throw problem(key, shown(other), "true or false");
        };
    }

    Duration duration(String key, Duration fallback, Duration least) throws ConfigException {
        Object value = raw(key);
        if (value == null) {
            return fallback;
        }
        Optional<Duration> duration = value instanceof String text ? Durations.parse(text) : Optional.empty();
        if (duration.isEmpty()
                || duration.get().compareTo(least) < 0
                || duration.get().compareTo(LONGEST) > 0) {
            throw problem(
                    key,
                    shown(value),
                    "a duration from " + Durations.text(least) + " to 24h such as \"20ms\", \"1s\" or \"10m\"");
        }
        return duration.get();
    }

    int integer(String key, int fallback, int least, int most) throws ConfigException {
        Object value = raw(key);
        if (value == null) {
            return fallback;
        }
        long number = value instanceof Integer || value instanceof Long ? ((Number) value).longValue() : Long.MIN_VALUE;
        if (number < least || number > most) {
            throw problem(key, shown(value), "an integer from " + least + " to " + most);
        }
        return (int) number;
    }

    /** The endpoint under the key, or under its other name. */
    Endpoint endpoint(String key, String alias) throws ConfigException {
        Optional<String> first = optionalText(key);
        Optional<String> second = optionalText(alias);
        if (first.isPresent() && second.isPresent()) {
            throw problem(alias, '"' + second.get() + "\" beside " + key, "only one of the two names");
        }
        String found = first.or(() -> second).orElseThrow(() -> problem(key, "nothing", "\"ip:port\""));
        return endpointOf(first.isPresent() ? key : alias, found);
    }

    Optional<Endpoint> optionalEndpoint(String key) throws ConfigException {
        Optional<String> found = optionalText(key);
        return found.isEmpty() ? Optional.empty() : Optional.of(endpointOf(key, found.get()));
    }

    List<Endpoint> endpoints(String key) throws ConfigException {
        List<Endpoint> endpoints = new ArrayList<>();
        for (String text : textList(key)) {
            Endpoint endpoint = endpointOf(key, text);
            if (endpoint.port() == 0) {
                throw problem(key, '"' + text + '"', "a port from 1 to 65535");
            }
            endpoints.add(endpoint);
        }
        return List.copyOf(endpoints);
    }

    /** All keys, which are addresses: each with another address. */
    Map<Endpoint, Endpoint> endpointsByEndpoint() throws ConfigException {
        Map<Endpoint, Endpoint> endpoints = new LinkedHashMap<>();
        for (String key : values.keySet()) {
            Endpoint from = Endpoint.parse(key)
                    .orElseThrow(() -> problem(key, "a key of another form", "\"ip:port\" or \"host:port\" as key"));
            endpoints.put(from, endpointOf(key, text(key)));
        }
        return endpoints;
    }

    private Endpoint endpointOf(String key, String text) throws ConfigException {
        return Endpoint.parse(text).orElseThrow(() -> problem(key, '"' + text + '"', "\"ip:port\" or \"host:port\""));
    }

    void rejectUnknown() throws ConfigException {
        for (String key : values.keySet()) {
            if (!validKeys.contains(key)) {
                throw new ConfigException(file + ": found unknown key " + name + "." + key + ", expected one of "
                        + String.join(", ", validKeys) + NearestName.hint(key, validKeys));
            }
        }
        for (Section table : tables) {
            table.rejectUnknown();
        }
    }

    ConfigException problem(String key, String found, String expected) {
        return new ConfigException(file + ": " + name + "." + key + ": found " + found + ", expected " + expected);
    }

    private @Nullable Object raw(String key) {
        validKeys.add(key);
        return values.get(key);
    }

    private static String shown(Object value) {
        return switch (value) {
            case String text -> '"' + text + '"';
            case UnmodifiableConfig ignored -> "a table";
            case List<?> ignored -> "a list";
            default -> value.toString();
        };
    }
}
