package dev.gridlock.proxy.config;

import dev.gridlock.proxy.catalog.BeyondBound;
import dev.gridlock.proxy.catalog.LoadWith;
import dev.gridlock.proxy.catalog.Loading;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lock.PausePoint;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Turns a configuration file into a {@link ProxyConfig}: every key, its default and its bounds. */
public final class ConfigFile {

    private static final String NONE = "none";
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private ConfigFile() {}

    /**
     * Reads and checks a file.
     *
     * @throws ConfigException if the file cannot be read, is not TOML, or has a key that is unknown, missing or out of bounds
     */
    public static ProxyConfig read(Path path) throws ConfigException {
        return read(ConfigSource.open(path), path.toAbsolutePath().resolveSibling(""));
    }

    /**
     * Checks a text.
     *
     * @param name stands for the file in error messages
     * @param text TOML
     * @param directory what relative paths in the text start from
     * @throws ConfigException as for a file
     */
    public static ProxyConfig parse(String name, String text, Path directory) throws ConfigException {
        return read(ConfigSource.parse(name, text), directory);
    }

    private static ProxyConfig read(ConfigSource source, Path directory) throws ConfigException {
        // In this order: errors are told in the order of the tables.
        var node = new ProxyConfig.Node(source.text("node", "name"), source.text("node", "region"));
        Tier tier = Tiers.tier(source);
        ProxyConfig.Front front = front(source);
        InetSocketAddress control = source.address("control", "addr");
        ProxyConfig.Store store = store(source);
        var config = new ProxyConfig(
                directory,
                node,
                front,
                control,
                store,
                catalog(source, tier, store),
                watchdog(source, directory),
                broken(source, tier),
                pauses(source),
                Collections.unmodifiableSortedMap(new TreeMap<>(source.numbers("regions"))),
                tier,
                Tiers.peers(source, tier),
                new AddressTranslation(source.addressesByAddress("address_translation")));
        if (config.broken().contains(BrokenVariant.LOCK_STEP_RESTART)
                && config.watchdog().restartDelay().toMillis() == 0) {
            throw source.bad(
                    "watchdog",
                    "restart_delay",
                    "less than a millisecond",
                    "at least 1ms, the period of \"lock-step-restart\"");
        }
        source.rejectTheRest();
        return config;
    }

    private static ProxyConfig.Front front(ConfigSource source) throws ConfigException {
        return new ProxyConfig.Front(
                source.address("proxy", "addr"),
                source.duration("proxy", "connect_timeout", "500ms"),
                source.duration("proxy", "response_timeout", "10s"),
                source.duration("proxy", "request_timeout", "10s"),
                source.duration("proxy", "idle_timeout", "60s"),
                source.duration("proxy", "head_timeout", "10s"),
                source.number("proxy", "max_connections", 10_000, 1, 1_000_000),
                source.number("proxy", "max_body_bytes", 0, 0, Integer.MAX_VALUE),
                source.durationOrZero("proxy", "drain_timeout", "3s"),
                source.number("proxy", "attempts", 3, 1, 100),
                source.duration("proxy", "host_penalty", "1s"));
    }

    private static ProxyConfig.Store store(ConfigSource source) throws ConfigException {
        source.address("store", "addr");
        Duration least = source.duration("store", "reconnect_min", "50ms");
        Duration most = source.duration("store", "reconnect_max", "2s");
        if (most.compareTo(least) < 0) {
            throw source.bad("store", "reconnect_max", most.toMillis() + "ms", "no less than reconnect_min");
        }
        return new ProxyConfig.Store(
                source.text("store", "addr"),
                source.duration("store", "timeout", "2s"),
                source.duration("store", "idle_timeout", "30s"),
                least,
                most);
    }

    private static ProxyConfig.Catalog catalog(ConfigSource source, Tier tier, ProxyConfig.Store store)
            throws ConfigException {
        String loading = Tiers.loading(source, tier);
        String lock = source.choice("catalog", "lock", "parking-lot-0.12.5", CatalogLocks.names());
        return new ProxyConfig.Catalog(
                Loading.valueOf(loading.replace('-', '_').toUpperCase(Locale.ROOT)),
                lock,
                writeTimeout(source, "write_timeout", "5ms"),
                writeTimeout(source, "apply_timeout", "2s"),
                source.durationOrZero("catalog", "retry_pause", "1ms"),
                source.duration("catalog", "slow_after", "10ms"),
                source.number("catalog", "slots", 1024, 16, 1 << 20),
                source.duration("catalog", "sample_interval", "20ms"),
                source.duration("catalog", "stall_after", "250ms"),
                loadWith(source, lock),
                Tiers.regions(source, tier),
                stalenessBound(source, store),
                BeyondBound.valueOf(source.choice("catalog", "beyond_bound", "serve", List.of("serve", "refuse"))
                        .toUpperCase(Locale.ROOT)));
    }

    private static Duration stalenessBound(ConfigSource source, ProxyConfig.Store store) throws ConfigException {
        Duration bound = source.duration("catalog", "staleness_bound", "60s");
        // A store that has gone silent is noticed that late; a shorter bound could not be kept.
        Duration unnoticed = store.idleTimeout().plus(store.reconnectMax());
        if (bound.compareTo(unnoticed) < 0) {
            throw source.bad(
                    "catalog",
                    "staleness_bound",
                    bound.toMillis() + "ms",
                    "no less than [store] idle_timeout and reconnect_max together, " + unnoticed.toMillis() + "ms");
        }
        return bound;
    }

    private static LoadWith loadWith(ConfigSource source, String lock) throws ConfigException {
        String found = source.choice("catalog", "load_with", "write", List.of("write", "upgradable"));
        if (found.equals("upgradable") && !CatalogLocks.isUpgradable(lock)) {
            throw source.bad(
                    "catalog",
                    "load_with",
                    '"' + found + '"',
                    "\"write\", for the lock \"" + lock + "\" has no upgradable reads");
        }
        return LoadWith.valueOf(found.toUpperCase(Locale.ROOT));
    }

    private static List<BrokenVariant> broken(ConfigSource source, Tier tier) throws ConfigException {
        var variants = new ArrayList<BrokenVariant>();
        for (String key : source.names("broken", "variants", BrokenVariant.keys())) {
            BrokenVariant variant = BrokenVariant.of(key).orElseThrow();
            for (BrokenVariant other : variants) {
                if (other.place() == variant.place()) {
                    throw source.bad(
                            "broken",
                            "variants",
                            '"' + other.key() + "\" together with \"" + key + '"',
                            "one of the two, for they replace the same part");
                }
            }
            if (variant == BrokenVariant.GUARD_HELD_INTO_ELSE && tier == Tier.EDGE) {
                throw source.bad(
                        "broken", "variants", '"' + key + '"', "another, for an edge never loads an application");
            }
            variants.add(variant);
        }
        return List.copyOf(variants);
    }

    private static Map<PausePoint, Duration> pauses(ConfigSource source) throws ConfigException {
        var pauses = new EnumMap<PausePoint, Duration>(PausePoint.class);
        for (String text : source.texts("broken", "pauses")) {
            int space = text.indexOf(' ');
            String key = space < 0 ? text : text.substring(0, space);
            Duration length = DurationText.parse(text.substring(space + 1).strip())
                    .filter(known -> space > 0 && known.compareTo(LONGEST_PAUSE) <= 0)
                    .orElseThrow(() -> source.bad(
                            "broken",
                            "pauses",
                            '"' + text + '"',
                            "a point and a length of at most 10s, such as \"before-reader-leaves 2ms\""));
            PausePoint point = PausePoint.of(key)
                    .orElseThrow(() -> source.bad(
                            "broken",
                            "pauses",
                            '"'
                                    + key
                                    + '"'
                                    + NearestName.of(key, PausePoint.keys())
                                            .map(name -> " (did you mean " + name + "?)")
                                            .orElse(""),
                            "one of " + String.join(", ", PausePoint.keys())));
            pauses.put(point, length);
        }
        String lock = source.text("catalog", "lock", "parking-lot-0.12.5");
        if (!pauses.isEmpty() && !CatalogLocks.isPausable(lock)) {
            throw source.bad(
                    "broken", "pauses", "a pause of the lock \"" + lock + '"', "one of parking_lot's locks with it");
        }
        return Collections.unmodifiableMap(pauses);
    }

    private static WriteTimeout writeTimeout(ConfigSource source, String key, String otherwise) throws ConfigException {
        return source.text("catalog", key, otherwise).equals(NONE)
                ? WriteTimeout.none()
                : WriteTimeout.after(source.duration("catalog", key, otherwise));
    }

    private static ProxyConfig.Watchdog watchdog(ConfigSource source, Path directory) throws ConfigException {
        Duration interval = source.duration("watchdog", "interval", "500ms");
        return new ProxyConfig.Watchdog(
                source.flag("watchdog", "enabled", true),
                interval,
                source.duration("watchdog", "deadline", interval.toNanos() + "ns"),
                source.number("watchdog", "patience", 3, 1, 1_000),
                directory.resolve(source.path("watchdog", "snapshot_dir", "snapshots")),
                source.durationOrZero("watchdog", "restart_delay", "1s"),
                ProbeKind.of(source.choice("watchdog", "probe", ProbeKind.TOUCHES_LOCK.key(), ProbeKind.keys()))
                        .orElseThrow(),
                source.durationOrZero("watchdog", "restart_jitter", "0s"),
                source.number("watchdog", "max_restarts", 1_000, 0, 1_000_000));
    }
}
