package dev.gridlock.scenarios.fleet;

import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.topology.NodeName;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.RoundTrip;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The configuration files of a fleet's nodes. */
final class FleetFiles {

    private static final String SCHEMA_RESOURCE = "/dev/gridlock/proxy/fleet.sql";

    private final FleetLayout layout;
    private final FleetSettings settings;
    private final String schema;

    FleetFiles(FleetLayout layout, FleetSettings settings) {
        this.layout = layout;
        this.settings = settings;
        this.schema = schema();
    }

    /** The files of a store. */
    Map<String, String> store(NodeName store) {
        var bootstrap = layout.allStores().stream()
                .filter(other -> !other.equals(store))
                .map(other -> quoted(layout.ip(other) + ":" + FleetLayout.STORE_GOSSIP_PORT))
                .collect(Collectors.joining(", "));
        var files = new LinkedHashMap<String, String>();
        files.put("schema/fleet.sql", schema);
        files.put("store.toml", """
            [node]
            name = "%s"
            region = "%s"

            [db]
            path = "%s/store.db"
            schema_paths = ["%s/schema"]
            synchronous = "off"

            [gossip]
            addr = "%s:%d"
            bootstrap = [%s]
            interval = "%s"
            fanout = %s
            rebroadcast_interval = "%s"

            [membership]
            profile = "%s"

            [api]
            addr = "%s:%d"

            [subscriptions]
            interval = "%s"

            [perf]
            apply_queue_timeout = "%s"
            min_sync_backoff = "%s"
            max_sync_backoff = "%s"

            [telemetry]
            update_column = "update_id"

            [address_translation]
            %s
            """.formatted(
                        store,
                        store.region(),
                        NodePlan.DIRECTORY,
                        NodePlan.DIRECTORY,
                        layout.ip(store),
                        FleetLayout.STORE_GOSSIP_PORT,
                        bootstrap,
                        micros("gossip.interval"),
                        settings.text("gossip.fanout"),
                        micros("gossip.rebroadcast-interval"),
                        settings.text("gossip.membership"),
                        layout.ip(store),
                        FleetLayout.STORE_API_PORT,
                        micros("subscription.interval"),
                        micros("apply.interval"),
                        micros("sync.interval"),
                        micros("sync.interval"),
                        dialled(layout.allStores().stream()
                                .filter(other -> !other.equals(store))
                                .map(other -> new NodePort(layout.ip(other), FleetLayout.STORE_GOSSIP_PORT)))));
        return files;
    }

    /** The files of a proxy. */
    Map<String, String> proxy(NodeName proxy) {
        return Map.of("proxy.toml", """
            [node]
            name = "%s"
            region = "%s"

            [proxy]
            addr = "%s:%d"
            response_timeout = "%s"

            [control]
            addr = "%s:%d"

            [store]
            addr = "%s:%d"

            [catalog]
            loading = "%s"
            lock = "%s"
            write_timeout = "%s"
            apply_timeout = "%s"
            retry_pause = "%s"
            slow_after = "%s"
            sample_interval = "%s"
            stall_after = "%s"

            [watchdog]
            enabled = %s
            interval = "%s"
            patience = %s
            snapshot_dir = "%s/snapshots"
            restart_delay = "%s"
            restart_jitter = "%s"
            max_restarts = %s
            probe = "%s"

            [broken]
            variants = [%s]
            pauses = [%s]

            [regions]
            %s

            [address_translation]
            %s
            """.formatted(
                proxy,
                proxy.region(),
                layout.ip(proxy),
                FleetLayout.PROXY_PORT,
                micros("proxy.response-timeout"),
                layout.ip(proxy),
                FleetLayout.PROXY_CONTROL_PORT,
                layout.ip(layout.storeOf(proxy)),
                FleetLayout.STORE_API_PORT,
                settings.text("proxy.loading"),
                settings.text("proxy.lock"),
                micros("proxy.write-timeout"),
                micros("proxy.apply-timeout"),
                micros("proxy.retry-pause"),
                micros("proxy.slow-after"),
                micros("lockwatch.interval"),
                micros("lockwatch.stall-after"),
                settings.text("watchdog.enabled"),
                micros("watchdog.interval"),
                settings.text("watchdog.patience"),
                NodePlan.DIRECTORY,
                micros("watchdog.restart-delay"),
                micros("watchdog.restart-jitter"),
                settings.text("watchdog.max-restarts"),
                settings.text("watchdog.probe"),
                settings.brokenVariants().stream().map(FleetFiles::quoted).collect(Collectors.joining(", ")),
                settings.pauses().stream().map(FleetFiles::quoted).collect(Collectors.joining(", ")),
                distances(proxy.region()),
                dialled(Stream.concat(
                        Stream.of(new NodePort(layout.ip(layout.storeOf(proxy)), FleetLayout.STORE_API_PORT)),
                        layout.regions().stream()
                                .map(region -> new NodePort(
                                        layout.ip(
                                                NodeName.worker(region.region().code())),
                                        FleetLayout.WORKER_PORT))))));
    }

    /** A listener of another node. */
    private record NodePort(String ip, int port) {}

    /** Each listener with what to connect to. */
    private static String dialled(Stream<NodePort> listeners) {
        return listeners
                .map(listener -> quoted(listener.ip() + ":" + listener.port()) + " = "
                        + quoted(NodePlan.dial(listener.ip(), listener.port())))
                .collect(Collectors.joining("\n"));
    }

    /** The round trip in milliseconds to each region. */
    private String distances(String from) {
        var here = layout.plan(from).region();
        return layout.regions().stream()
                .map(RegionPlan::region)
                .map(there -> there.code() + " = "
                        + BigDecimal.valueOf(RoundTrip.between(here, there).toNanos() / 1_000, 3)
                                .toPlainString())
                .collect(Collectors.joining("\n"));
    }

    /** A time setting in whole microseconds, which both programs read; finer ones are rounded up. */
    private String micros(String key) {
        Duration duration = settings.duration(key);
        return Math.ceilDiv(duration.toNanos(), 1_000L) + "us";
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static String schema() {
        try (var in = FleetFiles.class.getResourceAsStream(SCHEMA_RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(
                        "the class path has no " + SCHEMA_RESOURCE + ", which the proxy brings");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read " + SCHEMA_RESOURCE, failed);
        }
    }
}
