package dev.gridlock.scenarios.fleet;

import dev.gridlock.engine.sut.DurationText;
import dev.gridlock.engine.sut.SettingSpec;
import dev.gridlock.engine.sut.SettingType;
import dev.gridlock.proxy.config.BrokenVariant;
import dev.gridlock.proxy.config.ProbeKind;
import dev.gridlock.proxy.lock.CatalogLocks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The settings of a fleet. Defaults are chosen for runs of a few seconds; those of the programs themselves are longer.
 *
 * @param values a valid value for every key of {@link #SPECS}
 */
record FleetSettings(Map<String, String> values) {

    private static final SettingType TIME = new SettingType.Time();
    private static final SettingType SWITCH = new SettingType.Switch();
    private static final String SOUND = "none";

    static final List<SettingSpec> SPECS = List.of(
            new SettingSpec(
                    "proxy.lock",
                    new SettingType.Choice(CatalogLocks.names()),
                    "parking-lot-0.12.5",
                    "the read-write lock of each proxy's catalog"),
            new SettingSpec(
                    "proxy.loading",
                    new SettingType.Choice(List.of("lazy", "eager")),
                    "lazy",
                    "whether a proxy loads an application on its first request or all of them at the start"),
            new SettingSpec(
                    "proxy.broken",
                    new SettingType.Choice(Stream.concat(Stream.of(SOUND), BrokenVariant.keysOfMisuses().stream())
                            .toList()),
                    SOUND,
                    "a mistake that each proxy makes on purpose in its use of the lock"),
            new SettingSpec(
                    "proxy.pauses",
                    new SettingType.Text(),
                    SOUND,
                    "points of the lock at which threads are held up, and for how long:"
                            + " before-reader-leaves 2ms, after-key1-dequeue-before-rollback 5ms"),
            time("proxy.write-timeout", "5ms", "wait for the write lock when a request loads an application"),
            time("proxy.apply-timeout", "5ms", "wait for the write lock when an update is applied"),
            time("proxy.retry-pause", "1ms", "pause before an update that timed out is tried again"),
            time("proxy.slow-after", "10ms", "waits and holds of the lock longer than this are reported"),
            time("proxy.response-timeout", "500ms", "longest silence of a worker within a response"),
            time("lockwatch.interval", "20ms", "pause between two looks at the lock"),
            time("lockwatch.stall-after", "250ms", "how long something must go on before it is called a stall"),
            new SettingSpec("watchdog.enabled", SWITCH, "true", "whether a watchdog halts a proxy that is silent"),
            time("watchdog.interval", "50ms", "pause between two probes of a watchdog, and the wait for an answer"),
            whole("watchdog.patience", 1, 1000, "3", "unanswered probes in a row after which a proxy is halted"),
            time("watchdog.restart-delay", "500ms", "time from a proxy's exit to its next start"),
            time("watchdog.restart-jitter", "0s", "upper bound of a random addition to the restart delay"),
            whole("watchdog.max-restarts", 0, 1_000_000, "1000", "restarts of a proxy, after which it stays down"),
            new SettingSpec(
                    "watchdog.probe",
                    new SettingType.Choice(ProbeKind.keys()),
                    ProbeKind.TOUCHES_LOCK.key(),
                    "what a watchdog asks; bypasses-lock is blind to a catalog that is stuck"),
            time("gossip.interval", "10ms", "how long a store collects changes before it sends them"),
            whole("gossip.fanout", 1, 1000, "3", "stores that a change is sent to in one round"),
            time("gossip.rebroadcast-interval", "100ms", "pause before a change is sent a second time"),
            new SettingSpec(
                    "gossip.membership",
                    new SettingType.Choice(List.of("fast", "wan")),
                    "fast",
                    "periods of the stores' membership protocol: of a test, or of production"),
            time("apply.interval", "10ms", "how long a store collects received changes before it applies them"),
            time("sync.interval", "500ms", "pause between two rounds of a store's catch-up with others"),
            time("subscription.interval", "20ms", "how long a store collects changes before a subscription sees them"));

    private static SettingSpec time(String key, String defaultValue, String meaning) {
        return new SettingSpec(key, TIME, defaultValue, meaning);
    }

    private static SettingSpec whole(String key, long min, long max, String defaultValue, String meaning) {
        return new SettingSpec(key, new SettingType.Whole(min, max), defaultValue, meaning);
    }

    /** The mistakes that each proxy makes on purpose. */
    List<String> brokenVariants() {
        var variant = text("proxy.broken");
        return variant.equals(SOUND) ? List.of() : List.of(variant);
    }

    /** Points of the lock at which threads are held up, each with its length. */
    List<String> pauses() {
        var pauses = text("proxy.pauses");
        return pauses.equals(SOUND) ? List.of() : List.of(pauses.split("\\s*,\\s*"));
    }

    /** A setting as it was written. */
    String text(String key) {
        var value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("there is no value for setting " + key);
        }
        return value;
    }

    /** A setting that is a time. */
    Duration duration(String key) {
        return DurationText.parse(text(key))
                .orElseThrow(() -> new IllegalArgumentException(
                        "setting " + key + " is \"" + text(key) + "\", expected a duration"));
    }
}
