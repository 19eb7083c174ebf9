package dev.gridlock.store.config;

import com.electronwill.nightconfig.core.UnmodifiableConfig;
import com.electronwill.nightconfig.core.io.ParsingException;
import com.electronwill.nightconfig.toml.TomlParser;
import dev.gridlock.store.config.StoreConfig.Synchronous;
import dev.gridlock.store.config.StoreConfig.WriteOrder;
import java.io.IOException;
import java.io.LineNumberReader;
import java.io.StringReader;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Reads a configuration from a TOML file. Relative paths in it are relative to its folder. */
public final class ConfigFile {
    /** A configuration is a page of text; more than this is some other file. */
    private static final long MOST_BYTES = 1 << 20;

    private static final int MOST_CACHE_KIB = 1 << 30;

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
        StoreConfig.Db db = db();
        return new StoreConfig(
                node(), db, gossip(), sync(), api(), subscriptions(db), perf(), telemetry(), translation(), broken());
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
                s.integer("read_connections", 4, 1, 64),
                limits(s),
                writers(s));
    }

    private StoreConfig.Limits limits(Section s) throws ConfigException {
        StoreConfig.Limits ordinary = StoreConfig.Limits.ORDINARY;
        // Corrosion's number is negative, as SQLite wants a size that is not counted in pages
        int cache = s.integer("cache_size_kib", -ordinary.cacheSizeKib(), -MOST_CACHE_KIB, MOST_CACHE_KIB);
        if (cache == 0) {
            throw s.problem("cache_size_kib", "0", "a size in KiB, with or without Corrosion's minus");
        }
        return new StoreConfig.Limits(
                Math.abs(cache),
                s.integer("max_size_mib", ordinary.maxSizeMib(), 0, 1 << 20),
                section("perf").integer("wal_threshold_mb", ordinary.walThresholdMb(), 0, 1 << 20));
    }

    private static StoreConfig.Writers writers(Section s) throws ConfigException {
        StoreConfig.Writers ordinary = StoreConfig.Writers.ORDINARY;
        String order = s.choice("write_priority", "strict", List.of("strict", "fifo"));
        return new StoreConfig.Writers(
                order.equals("fifo") ? WriteOrder.FIFO : WriteOrder.STRICT,
                s.duration("write_timeout", ordinary.timeout(), NONE));
    }

    private StoreConfig.Gossip gossip() throws ConfigException {
        Section s = section("gossip");
        StoreConfig.Gossip gossip = new StoreConfig.Gossip(
                s.endpoint("addr", "bind_addr"),
                s.optionalEndpoint("external_addr"),
                s.endpoints("bootstrap"),
                s.integer("cluster_id", 0, 0, 65535),
                MembershipSection.read(section("membership")),
                s.duration("interval", Duration.ofMillis(500), NONE),
                s.integer("fanout", 0, 0, 1000),
                s.integer("max_transmissions", 0, 0, 100),
                s.duration("rebroadcast_interval", Duration.ofMillis(100), MILLISECOND),
                s.integer("rate_limit_bytes", 10 << 20, 1, Integer.MAX_VALUE),
                s.duration("connect_timeout", Duration.ofSeconds(5), MILLISECOND),
                s.duration("send_timeout", Duration.ofSeconds(5), MILLISECOND),
                s.duration("idle_timeout", Duration.ofSeconds(30), MILLISECOND),
                s.duration("reconnect_pause", Duration.ofMillis(100), MILLISECOND),
                s.duration("members_interval", Duration.ofSeconds(60), MILLISECOND));
        if (List.of("0.0.0.0", "::").contains(gossip.addr().host())
                && gossip.externalAddr().isEmpty()) {
            throw s.problem(
                    "external_addr",
                    "nothing",
                    "an address for peers, because " + gossip.addr() + " is every address of this machine");
        }
        return gossip;
    }

    private StoreConfig.Sync sync() throws ConfigException {
        Section s = section("sync");
        return new StoreConfig.Sync(
                s.integer("peers", 0, 0, 100),
                s.duration("timeout", Duration.ofSeconds(5), MILLISECOND),
                s.integer("max_concurrent", 3, 1, 1000),
                s.integer("versions_per_request", 100, 1, 100_000));
    }

    private StoreConfig.Api api() throws ConfigException {
        Section s = section("api");
        return new StoreConfig.Api(
                s.endpoint("addr", "bind_addr"),
                s.integer("max_body_bytes", 64 << 20, 1, Integer.MAX_VALUE),
                s.optionalText("endpoint_name"),
                s.table("authorization", "authz").optionalText("bearer_token", "bearer-token"),
                s.integer("max_concurrency", 128, 1, 1_000_000),
                s.integer("max_concurrency_stats", 4, 1, 1_000_000));
    }

    private StoreConfig.Subscriptions subscriptions(StoreConfig.Db db) throws ConfigException {
        Section s = section("subscriptions");
        // the key stands where Corrosion has it
        Path path = Optional.ofNullable(sections.get("db"))
                .orElseThrow()
                .optionalText("subscriptions_path")
                .map(this::resolve)
                .orElseGet(() -> db.path().resolveSibling("subscriptions"));
        return new StoreConfig.Subscriptions(
                path,
                s.duration("interval", Duration.ofMillis(20), NONE),
                s.integer("batch_keys", 1000, 1, 1_000_000),
                s.integer("history", 500, 1, 1_000_000),
                s.duration("purge_interval", Duration.ofMinutes(5), MILLISECOND),
                s.integer("buffer", 10240, 1, 1_000_000),
                s.duration("idle_timeout", Duration.ofMinutes(10), MILLISECOND),
                s.duration("updates_idle_timeout", Duration.ofSeconds(30), MILLISECOND),
                s.duration("query_timeout", Duration.ofSeconds(15), MILLISECOND));
    }

    private StoreConfig.Perf perf() throws ConfigException {
        Section s = section("perf");
        Duration minSyncBackoff = s.duration("min_sync_backoff", Duration.ofSeconds(1), MILLISECOND);
        Duration maxSyncBackoff = s.duration("max_sync_backoff", Duration.ofSeconds(15), MILLISECOND);
        if (maxSyncBackoff.compareTo(minSyncBackoff) < 0) {
            throw s.problem(
                    "max_sync_backoff",
                    '"' + Durations.text(maxSyncBackoff) + '"',
                    "at least min_sync_backoff, which is \"" + Durations.text(minSyncBackoff) + '"');
        }
        return new StoreConfig.Perf(
                s.duration("apply_queue_timeout", Duration.ofMillis(10), NONE),
                s.integer("apply_queue_max_batch_size", 16000, 1, 1_000_000),
                s.integer("processing_queue_len", 20000, 1, 10_000_000),
                minSyncBackoff,
                maxSyncBackoff);
    }

    private StoreConfig.Telemetry telemetry() throws ConfigException {
        Section s = section("telemetry");
        return new StoreConfig.Telemetry(
                s.optionalText("update_column").orElse(""),
                s.flag("update_events", true),
                s.table("prometheus").optionalEndpoint("addr"));
    }

    private AddressTranslation translation() throws ConfigException {
        return new AddressTranslation(section("address_translation").endpointsByEndpoint());
    }

    private StoreConfig.Broken broken() throws ConfigException {
        Section s = section("broken");
        List<BrokenVariant> variants = new ArrayList<>();
        for (String key : s.textList("variants")) {
            variants.add(BrokenVariant.of(key)
                    .orElseThrow(() -> s.problem(
                            "variants",
                            '"' + key + '"',
                            "some of " + String.join(", ", BrokenVariant.keys())
                                    + NearestName.hint(key, BrokenVariant.keys()))));
        }
        return new StoreConfig.Broken(variants);
    }

    private Path resolve(String text) {
        Path folder = path.toAbsolutePath().getParent();
        return folder == null ? Path.of(text) : folder.resolve(text);
    }

    /** A table of the file; the same object for the same name, so that all keys asked for count as valid. */
    private Section section(String name) throws ConfigException {
        Section known = sections.get(name);
        if (known != null) {
            return known;
        }
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
