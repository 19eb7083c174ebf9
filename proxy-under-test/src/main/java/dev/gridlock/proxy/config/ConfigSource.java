package dev.gridlock.proxy.config;

import com.electronwill.nightconfig.core.UnmodifiableConfig;
import com.electronwill.nightconfig.core.io.ParsingException;
import com.electronwill.nightconfig.toml.TomlParser;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A TOML file while its keys are being taken out, one by one, each with its type. Keys that nobody took are an error at
 * the end, with the nearest key that would have been taken.
 */
final class ConfigSource {

    private static final int MAX_BYTES = 1 << 20;
    private static final Duration LONGEST = Duration.ofDays(1);

    private final String file;
    private final UnmodifiableConfig toml;
    private final Map<String, Set<String>> known = new LinkedHashMap<>();

    private ConfigSource(String file, UnmodifiableConfig toml) {
        this.file = file;
        this.toml = toml;
    }

    static ConfigSource open(Path path) throws ConfigException {
        byte[] bytes;
        // A plain stream: some of the places that run this program have no file channels.
        try (var in = new FileInputStream(path.toFile())) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (FileNotFoundException e) {
            throw new ConfigException(path.toString(), "found no readable file, expected a TOML configuration.");
        } catch (IOException e) {
            throw new ConfigException(path.toString(), "could not be read (" + e.getMessage() + ").");
        }
        if (bytes.length > MAX_BYTES) {
            throw new ConfigException(path.toString(), "is longer than 1 MiB, expected a TOML configuration.");
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return parse(path.toString(), text);
        } catch (CharacterCodingException e) {
            throw new ConfigException(path.toString(), "is not UTF-8 text, expected a TOML configuration.");
        }
    }

    static ConfigSource parse(String file, String text) throws ConfigException {
        try {
            return new ConfigSource(file, new TomlParser().parse(new StringReader(text)));
        } catch (ParsingException e) {
            throw new ConfigException(file, "is not TOML: " + e.getMessage());
        }
    }

    String text(String table, String key) throws ConfigException {
        Optional<String> found = optionalText(table, key);
        if (found.isEmpty() || found.get().isBlank()) {
            throw bad(table, key, found.isEmpty() ? "missing" : "blank", "a text");
        }
        return found.get();
    }

    String text(String table, String key, String otherwise) throws ConfigException {
        return optionalText(table, key).orElse(otherwise);
    }

    String choice(String table, String key, String otherwise, List<String> choices) throws ConfigException {
        String found = text(table, key, otherwise);
        if (!choices.contains(found)) {
            throw bad(table, key, '"' + found + '"', "one of " + String.join(", ", choices));
        }
        return found;
    }

    /** A list of names, each once and each one of {@code choices}; empty if the key is missing. */
    List<String> names(String table, String key, List<String> choices) throws ConfigException {
        Object found = value(table, key);
        String expected = "a list of some of " + String.join(", ", choices);
        if (found == null) {
            return List.of();
        }
        if (!(found instanceof List<?> list)) {
            throw bad(table, key, shown(found), expected);
        }
        var names = new ArrayList<String>();
        for (Object element : list) {
            if (!(element instanceof String name) || !choices.contains(name)) {
                throw bad(table, key, shown(element) + meant(element, choices), expected);
            }
            if (names.contains(name)) {
                throw bad(table, key, "\"" + name + "\" twice", "each name once");
            }
            names.add(name);
        }
        return names;
    }

    /** A list of texts, each once and none blank; empty if the key is missing. */
    List<String> texts(String table, String key) throws ConfigException {
        Object found = value(table, key);
        return found == null ? List.of() : texts(table, key, found, "texts in quotes");
    }

    private List<String> texts(String table, String key, @Nullable Object found, String kind) throws ConfigException {
        String expected = "a list of " + kind;
        if (!(found instanceof List<?> list)) {
            throw bad(table, key, found == null ? "missing" : shown(found), expected);
        }
        var texts = new ArrayList<String>();
        for (Object element : list) {
            if (!(element instanceof String text) || text.isBlank()) {
                throw bad(table, key, "a list with " + shown(element), expected);
            }
            if (texts.contains(text)) {
                throw bad(table, key, "a list with \"" + text + "\" twice", "each once");
            }
            texts.add(text);
        }
        return List.copyOf(texts);
    }

    boolean flag(String table, String key, boolean otherwise) throws ConfigException {
        Object found = value(table, key);
        return switch (found) {
            case null -> otherwise;
            case Boolean flag -> flag;
            default -> throw bad(table, key, shown(found), "true or false");
        };
    }

    int number(String table, String key, int otherwise, int least, int most) throws ConfigException {
        Object found = value(table, key);
        String expected = "a whole number from " + least + " to " + most;
        return switch (found) {
            case null -> otherwise;
            case Integer number when number >= least && number <= most -> number;
            default -> throw bad(table, key, shown(found), expected);
        };
    }

    Duration duration(String table, String key, String otherwise) throws ConfigException {
        Duration found = durationOrZero(table, key, otherwise);
        if (found.isZero()) {
            throw bad(table, key, "zero", "more than zero, as " + DurationText.EXPECTED);
        }
        return found;
    }

    Duration durationOrZero(String table, String key, String otherwise) throws ConfigException {
        String found = text(table, key, otherwise);
        Duration duration =
                DurationText.parse(found).orElseThrow(() -> bad(table, key, '"' + found + '"', DurationText.EXPECTED));
        if (duration.compareTo(LONGEST) > 0) {
            throw bad(table, key, '"' + found + '"', "at most " + LONGEST.toMinutes() + "m");
        }
        return duration;
    }

    InetSocketAddress address(String table, String key) throws ConfigException {
        String found = text(table, key);
        if (!isHostAndPort(found)) {
            throw bad(table, key, '"' + found + '"', "\"host:port\" with a port from 0 to 65535");
        }
        int colon = found.lastIndexOf(':');
        var address = new InetSocketAddress(found.substring(0, colon), portOf(found.substring(colon + 1)));
        if (address.isUnresolved()) {
            throw bad(table, key, '"' + found + '"', "a host that has an address");
        }
        return address;
    }

    Path path(String table, String key, String otherwise) throws ConfigException {
        String found = text(table, key, otherwise);
        try {
            return Path.of(found);
        } catch (InvalidPathException e) {
            throw bad(table, key, '"' + found + '"', "a path (" + e.getReason() + ")");
        }
    }

    /** All keys of a table whose keys are names: each with a number of at least zero. */
    Map<String, Double> numbers(String table) throws ConfigException {
        var numbers = new HashMap<String, Double>();
        Object found = toml.get(List.of(table));
        known.putIfAbsent(table, new LinkedHashSet<>());
        if (found instanceof UnmodifiableConfig entries) {
            for (String key : sorted(entries)) {
                known.get(table).add(key);
                Object value = entries.get(List.of(key));
                if (!(value instanceof Number number) || !(number.doubleValue() >= 0)) {
                    throw bad(table, key, shown(value), "a number of milliseconds, 0 or more");
                }
                numbers.put(key, number.doubleValue());
            }
        }
        return numbers;
    }

    /** All keys of a table whose keys are names: each with at least one {@code host:port}. Hosts are not looked up. */
    Map<String, List<String>> addresses(String table) throws ConfigException {
        var addresses = new HashMap<String, List<String>>();
        Object found = toml.get(List.of(table));
        known.putIfAbsent(table, new LinkedHashSet<>());
        if (found instanceof UnmodifiableConfig entries) {
            for (String key : sorted(entries)) {
                known.get(table).add(key);
                List<String> texts = texts(table, key, entries.get(List.of(key)), "addresses \"host:port\"");
                if (texts.isEmpty()) {
                    throw bad(table, key, "an empty list", "at least one \"host:port\"");
                }
                for (String text : texts) {
                    if (!isHostAndPort(text)) {
                        throw bad(table, key, '"' + text + '"', "\"host:port\" with a port from 0 to 65535");
                    }
                }
                addresses.put(key, texts);
            }
        }
        return addresses;
    }

    /** All keys of a table whose keys are addresses: each with another {@code host:port}. Hosts are not looked up. */
    Map<String, String> addressesByAddress(String table) throws ConfigException {
        var addresses = new HashMap<String, String>();
        Object found = toml.get(List.of(table));
        known.putIfAbsent(table, new LinkedHashSet<>());
        if (found instanceof UnmodifiableConfig entries) {
            for (String key : sorted(entries)) {
                known.get(table).add(key);
                Object value = entries.get(List.of(key));
                if (!isHostAndPort(key)) {
                    throw bad(table, key, "a key of another form", "\"host:port\" as key");
                }
                if (!(value instanceof String text) || !isHostAndPort(text)) {
                    throw bad(table, key, shown(value), "\"host:port\" with a port from 0 to 65535");
                }
                addresses.put(key, text);
            }
        }
        return addresses;
    }

    /** Fails on the first table or key, in order of the names, that no call before has asked for. */
    void rejectTheRest() throws ConfigException {
        for (String table : sorted(toml)) {
            Set<String> keys = known.get(table);
            if (keys == null) {
                throw unknown("[" + table + "]", "table", table, known.keySet());
            }
            if (!(toml.get(List.of(table)) instanceof UnmodifiableConfig entries)) {
                throw ConfigException.at(file, table, "a value", "a table [" + table + "]");
            }
            for (String key : sorted(entries)) {
                if (!keys.contains(key)) {
                    throw unknown("[" + table + "] " + key, "key", key, keys);
                }
            }
        }
    }

    ConfigException bad(String table, String found, String expected) {
        return ConfigException.at(file, "[" + table + "]", found, expected);
    }

    ConfigException bad(String table, String key, String found, String expected) {
        return ConfigException.at(file, "[" + table + "] " + key, found, expected);
    }

    private ConfigException unknown(String where, String kind, String typed, Set<String> names) {
        return ConfigException.at(
                file,
                where,
                "an unknown " + kind + meant(typed, names),
                "one of " + String.join(", ", new ArrayList<>(names)));
    }

    private static String meant(Object typed, Collection<String> names) {
        return NearestName.of(String.valueOf(typed), names)
                .map(name -> " (did you mean " + name + "?)")
                .orElse("");
    }

    private Optional<String> optionalText(String table, String key) throws ConfigException {
        Object found = value(table, key);
        return switch (found) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            default -> throw bad(table, key, shown(found), "a text in quotes");
        };
    }

    private @Nullable Object value(String table, String key) {
        known.computeIfAbsent(table, name -> new LinkedHashSet<>()).add(key);
        // A list of names, since a dotted text would be taken for a path.
        return toml.get(List.of(table)) instanceof UnmodifiableConfig entries ? entries.get(List.of(key)) : null;
    }

    private static List<String> sorted(UnmodifiableConfig entries) {
        return entries.entrySet().stream()
                .map(UnmodifiableConfig.Entry::getKey)
                .sorted()
                .toList();
    }

    private static String shown(Object found) {
        return found instanceof String ? "\"" + found + '"' : String.valueOf(found);
    }

    private static boolean isHostAndPort(String text) {
        int colon = text.lastIndexOf(':');
        return colon >= 1 && portOf(text.substring(colon + 1)) >= 0;
    }

    private static int portOf(String text) {
        try {
            int port = Integer.parseInt(text);
            return port >= 0 && port <= 65_535 ? port : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
