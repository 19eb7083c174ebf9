package dev.gridlock.store.config;

import com.electronwill.nightconfig.core.UnmodifiableConfig;
import com.electronwill.nightconfig.core.io.ParsingException;
import com.electronwill.nightconfig.toml.TomlParser;
import dev.gridlock.store.config.StoreConfig.Synchronous;
import java.io.IOException;
import java.io.LineNumberReader;
import java.io.StringReader;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Reads a configuration from a TOML file. Relative paths in it are relative to its folder. */
public final class ConfigFile {
    /** A configuration is a page of text; more than this is some other file. */
    private static final long MOST_BYTES = 1 << 20;

    private static final Duration NONE = Duration.ZERO;
    private static final Duration MILLISECOND = Duration.ofMillis(1);

    private final Path path;
    private final Map<String, Section> sections = new LinkedHashMap<>();
    private final SortedMap<String, Object> toml;

    private ConfigFile(Path path, SortedMap<String, Object> toml) {
        this.path = path;
        this.toml = toml;
    }

    /**
     * Reads and checks a file.
     *
     * @throws ConfigException when the file cannot be read, is not TOML, lacks a key, or has a wrong or unknown one
     */
    public static StoreConfig read(Path path) throws ConfigException {
        ConfigFile file = new ConfigFile(path, parse(path));
        StoreConfig config = file.toConfig();
        file.rejectUnknown();
        return config;
    }

    private static SortedMap<String, Object> parse(Path path) throws ConfigException {
        LineNumberReader reader = new LineNumberReader(new StringReader(content(path)));
        try {
            return Section.entries(new TomlParser().parse(reader));
        } catch (ParsingException e) {
            throw new ConfigException(
                    path + ": near line " + (reader.getLineNumber() + 1) + ": expected TOML: " + e.getMessage());
        }
    }

    private static String content(Path path) throws ConfigException {
        try {
            if (Files.isDirectory(path)) {
                throw new ConfigException(path + ": found a folder, expected a TOML file");
            }
            if (Files.size(path) > MOST_BYTES) {
                throw new ConfigException(
                        path + ": found " + Files.size(path) + " bytes, expected a TOML file of at most " + MOST_BYTES);
            }
            return Files.readString(path);
        } catch (NoSuchFileException e) {
            throw new ConfigException(path + ": found no such file, expected a TOML file");
        } catch (MalformedInputException e) {
            throw new ConfigException(path + ": found bytes that are not UTF-8, expected a TOML file");
        } catch (IOException e) {
            throw new ConfigException(path + ": cannot be read: " + e);
        }
    }

    private StoreConfig toConfig() throws ConfigException {
        return new StoreConfig(node(), db(), gossip(), sync(), api(), subscriptions(), perf(), telemetry());
    }

    private StoreConfig.Node node() throws ConfigException {
        Section s = section("node");
        return new StoreConfig.Node(s.text("name"), s.optionalText("region").orElse(""));
    }

    private StoreConfig.Db db() throws ConfigException {
        Section s = section("db");
        List<Path> schemaPaths =
                s.textList("schema_paths").stream().map(this::resolve).toList();
        String synchronous = s.choice("synchronous", "normal", List.of("normal", "off"));
        return new StoreConfig.Db(
                resolve(s.text("path")),
                schemaPaths,
                synchronous.equals("off") ? Synchronous.OFF : Synchronous.NORMAL,
                s.integer("read_connections", 4, 1, 64));
    }

    private StoreConfig.Gossip gossip() throws ConfigException {
        Section s = section("gossip");
        StoreConfig.Gossip gossip = new StoreConfig.Gossip(
                s.endpoint("addr", "bind_addr"),
                s.optionalEndpoint("external_addr"),
                s.endpoints("bootstrap"),
                s.integer("cluster_id", 0, 0, 65535),
                s.duration("interval", Duration.ofMillis(10), NONE),
                s.integer("fanout", 3, 1, 1000),
                s.integer("max_transmissions", 0, 0, 100),
                s.duration("rebroadcast_interval", Duration.ofMillis(100), MILLISECOND),
                s.duration("reconnect_min", Duration.ofMillis(100), MILLISECOND),
                s.duration("reconnect_max", Duration.ofSeconds(5), MILLISECOND));
        if (List.of("0.0.0.0", "::").contains(gossip.addr().host())
                && gossip.externalAddr().isEmpty()) {
            throw s.problem(
                    "external_addr",
                    "nothing",
                    "an address for peers, because " + gossip.addr() + " is every address of this machine");
        }
        if (gossip.reconnectMax().compareTo(gossip.reconnectMin()) < 0) {
            throw s.problem(
                    "reconnect_max",
                    '"' + Durations.text(gossip.reconnectMax()) + '"',
                    "at least reconnect_min, which is \"" + Durations.text(gossip.reconnectMin()) + '"');
        }
        return gossip;
    }

    private StoreConfig.Sync sync() throws ConfigException {
        Section s = section("sync");
        return new StoreConfig.Sync(
                s.duration("interval", Duration.ofSeconds(1), MILLISECOND),
                s.integer("peers", 3, 1, 100),
                s.duration("timeout", Duration.ofSeconds(5), MILLISECOND));
    }

    private StoreConfig.Api api() throws ConfigException {
        Section s = section("api");
        return new StoreConfig.Api(
                s.endpoint("addr", "bind_addr"), s.integer("max_body_bytes", 64 << 20, 1, Integer.MAX_VALUE));
    }

    private StoreConfig.Subscriptions subscriptions() throws ConfigException {
        Section s = section("subscriptions");
        return new StoreConfig.Subscriptions(
                s.duration("interval", Duration.ofMillis(20), NONE),
                s.integer("batch_keys", 1000, 1, 1_000_000),
                s.integer("history", 500, 1, 1_000_000),
                s.integer("buffer", 10240, 1, 1_000_000),
                s.duration("idle_timeout", Duration.ofMinutes(10), MILLISECOND),
                s.duration("query_timeout", Duration.ofSeconds(15), MILLISECOND));
    }

    private StoreConfig.Perf perf() throws ConfigException {
        Section s = section("perf");
        return new StoreConfig.Perf(
                s.duration("apply_queue_timeout", Duration.ofMillis(10), NONE),
                s.integer("apply_queue_max_batch_size", 16000, 1, 1_000_000),
                s.integer("processing_queue_len", 20000, 1, 10_000_000));
    }

    private StoreConfig.Telemetry telemetry() throws ConfigException {
        return new StoreConfig.Telemetry(
                section("telemetry").optionalText("update_column").orElse(""));
    }

    private Path resolve(String text) {
        Path folder = path.toAbsolutePath().getParent();
        return folder == null ? Path.of(text) : folder.resolve(text);
    }

    private Section section(String name) throws ConfigException {
        SortedMap<String, Object> values = switch (toml.get(name)) {
            case null -> Collections.emptySortedMap();
            case UnmodifiableConfig table -> Section.entries(table);
            case Object other ->
                throw new ConfigException(
                        path + ": " + name + ": found " + other + ", expected the table [" + name + "]");
        };
        Section section = new Section(path.toString(), name, values);
        sections.put(name, section);
        return section;
    }

    private void rejectUnknown() throws ConfigException {
        for (String key : toml.keySet()) {
            if (!sections.containsKey(key)) {
                throw new ConfigException(path + ": found unknown table or key " + key + ", expected one of "
                        + String.join(", ", sections.keySet()) + NearestName.hint(key, sections.keySet()));
            }
        }
        for (Section section : sections.values()) {
            section.rejectUnknown();
        }
    }
}
