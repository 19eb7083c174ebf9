package dev.gridlock.scenarios.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.topology.NodeName;
import dev.gridlock.proxy.config.ProbeKind;
import dev.gridlock.store.config.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs themselves read the files that are written for them. */
class FleetFilesTest {

    @TempDir
    Path directory;

    private Path write(Map<String, String> files, String wanted) throws IOException {
        for (var file : files.entrySet()) {
            var path = directory.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(
                    path, NodePlan.expand(file.getValue(), directory.toString(), listener -> "by-way-of-" + listener));
        }
        return directory.resolve(wanted);
    }

    private static FleetFiles files(Map<String, String> settings) {
        return new FleetFiles(Fleets.layout(), Fleets.settings(settings));
    }

    @Test
    void theStoreReadsItsFile() throws Exception {
        var files = files(Map.of("gossip.interval", "1.5ms", "gossip.fanout", "7", "sync.interval", "2s"));
        var config =
                dev.gridlock.store.config.ConfigFile.read(write(files.store(NodeName.store("waw", 2)), "store.toml"));

        assertThat(config.node().name()).isEqualTo("store-waw-2");
        assertThat(config.gossip().addr()).hasToString("10.1.1.2:8787");
        assertThat(config.gossip().bootstrap())
                .extracting(Object::toString)
                .containsExactly("10.1.1.1:8787", "10.2.1.1:8787");
        assertThat(config.gossip().interval()).isEqualTo(Duration.ofNanos(1_500_000));
        assertThat(config.gossip().fanout()).isEqualTo(7);
        assertThat(config.perf().minSyncBackoff()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.perf().maxSyncBackoff()).isEqualTo(Duration.ofSeconds(2));
        assertThat(config.telemetry().updateColumn()).isEqualTo("update_id");
        assertThat(config.translation().dialled())
                .extractingByKey(new Endpoint("10.2.1.1", 8787))
                .hasToString("by-way-of-10.2.1.1:8787");
        assertThat(config.translation().dialled()).hasSize(2);
        assertThat(config.db().schemaPaths())
                .allSatisfy(path -> assertThat(path).isNotEmptyDirectory());
    }

    @Test
    void theProxyReadsItsFile() throws Exception {
        var files = files(Map.of(
                "proxy.lock", "parking-lot-0.12.3+pr466a",
                "proxy.loading", "eager",
                "proxy.write-timeout", "200us",
                "watchdog.patience", "5",
                "watchdog.probe", "bypasses-lock",
                "watchdog.restart-jitter", "3ms",
                "watchdog.max-restarts", "4"));
        var config =
                dev.gridlock.proxy.config.ConfigFile.read(write(files.proxy(NodeName.proxy("waw", 2)), "proxy.toml"));

        assertThat(config.node().name()).isEqualTo("proxy-waw-2");
        assertThat(config.store().address()).isEqualTo("10.1.1.2:8080");
        assertThat(config.catalog().lock()).isEqualTo("parking-lot-0.12.3+pr466a");
        assertThat(config.catalog().writeTimeout().nanos()).hasValue(200_000);
        assertThat(config.watchdog().patience()).isEqualTo(5);
        assertThat(config.watchdog().probe()).isEqualTo(ProbeKind.BYPASSES_LOCK);
        assertThat(config.watchdog().restartJitter()).isEqualTo(Duration.ofMillis(3));
        assertThat(config.watchdog().maxRestarts()).isEqualTo(4);
        assertThat(config.roundTripMillis()).containsEntry("waw", 0.4);
        assertThat(config.translation().dialled())
                .containsOnlyKeys("10.1.1.2:8080", "10.1.3.1:8080", "10.2.3.1:8080")
                .containsEntry("10.2.3.1:8080", "by-way-of-10.2.3.1:8080");
        assertThat(config.roundTripMillis().get("iad")).isGreaterThan(50);
    }

    @Test
    void defaultsAreValidForBothPrograms() throws Exception {
        var files = files(Map.of());

        assertThat(dev.gridlock.store.config.ConfigFile.read(
                        write(files.store(NodeName.store("iad", 1)), "store.toml")))
                .isNotNull();
        assertThat(dev.gridlock.proxy.config.ConfigFile.read(
                        write(files.proxy(NodeName.proxy("iad", 1)), "proxy.toml")))
                .isNotNull();
    }
}
