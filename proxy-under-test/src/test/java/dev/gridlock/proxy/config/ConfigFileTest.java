package dev.gridlock.proxy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.gridlock.proxy.catalog.BeyondBound;
import dev.gridlock.proxy.catalog.LoadWith;
import dev.gridlock.proxy.catalog.Loading;
import dev.gridlock.proxy.catalog.WriteTimeout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileTest {

    private static final String LEAST = """
            [node]
            name = "proxy-waw-1"
            region = "waw"
            [proxy]
            addr = "127.0.0.1:8080"
            [control]
            addr = "127.0.0.1:8081"
            [store]
            addr = "127.0.0.1:8090"
            """;

    @TempDir
    private Path folder;

    @Test
    void hasADefaultForAllButNamesAndAddresses() throws ConfigException {
        ProxyConfig config = read(LEAST);

        assertThat(config.node()).isEqualTo(new ProxyConfig.Node("proxy-waw-1", "waw"));
        assertThat(config.catalog().loading()).isEqualTo(Loading.LAZY);
        assertThat(config.catalog().lock()).isEqualTo("parking-lot-0.12.5");
        assertThat(config.catalog().writeTimeout()).isEqualTo(WriteTimeout.after(Duration.ofMillis(5)));
        assertThat(config.catalog().applyTimeout()).isEqualTo(WriteTimeout.after(Duration.ofSeconds(2)));
        assertThat(config.watchdog().deadline()).isEqualTo(config.watchdog().interval());
        assertThat(config.watchdog().snapshotDirectory()).isEqualTo(folder.resolve("snapshots"));
        assertThat(config.watchdog().probe()).isEqualTo(ProbeKind.TOUCHES_LOCK);
        assertThat(config.watchdog().restartJitter()).isZero();
        assertThat(config.catalog().regions()).isEmpty();
        assertThat(config.catalog().stalenessBound()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.catalog().beyondBound()).isEqualTo(BeyondBound.SERVE);
        assertThat(config.tier()).isEqualTo(Tier.SINGLE);
        assertThat(config.peers()).isEmpty();
        assertThat(config.broken()).isEmpty();
        assertThat(config.roundTripMillis()).isEmpty();
    }

    @Test
    void readsEveryKey() throws ConfigException {
        ProxyConfig config = read("""
                [node]
                name = "p"
                region = "fra"
                [proxy]
                addr = "127.0.0.1:1"
                connect_timeout = "1ms"
                response_timeout = "2ms"
                request_timeout = "3ms"
                idle_timeout = "4ms"
                attempts = 5
                head_timeout = "17ms"
                max_connections = 18
                max_body_bytes = 19
                drain_timeout = "20ms"
                host_penalty = "6ms"
                [control]
                addr = "127.0.0.1:2"
                [store]
                addr = "127.0.0.1:3"
                timeout = "7ms"
                idle_timeout = "8ms"
                reconnect_min = "9ms"
                reconnect_max = "10ms"
                [catalog]
                loading = "eager"
                lock = "stamped"
                write_timeout = "200us"
                apply_timeout = "none"
                retry_pause = "0ms"
                slow_after = "11ms"
                slots = 64
                sample_interval = "12ms"
                stall_after = "16ms"
                load_with = "write"
                regions = ["waw", "fra"]
                staleness_bound = "18ms"
                beyond_bound = "refuse"
                [watchdog]
                enabled = false
                interval = "13ms"
                deadline = "14ms"
                patience = 15
                snapshot_dir = "/var/tmp/stalls"
                restart_delay = "17ms"
                probe = "bypasses-lock"
                restart_jitter = "18ms"
                max_restarts = 19
                [broken]
                variants = ["leaked-reader", "retry-on-short-timeout", "lock-step-restart"]
                [regions]
                fra = 0.4
                waw = 18
                """);

        assertThat(config.front().connectTimeout()).isEqualTo(Duration.ofMillis(1));
        assertThat(config.front().attempts()).isEqualTo(5);
        assertThat(config.front().headTimeout()).isEqualTo(Duration.ofMillis(17));
        assertThat(config.front().maxConnections()).isEqualTo(18);
        assertThat(config.front().bodyMost()).isEqualTo(19);
        assertThat(config.front().drainTimeout()).isEqualTo(Duration.ofMillis(20));
        assertThat(config.store())
                .isEqualTo(new ProxyConfig.Store(
                        "127.0.0.1:3",
                        Duration.ofMillis(7),
                        Duration.ofMillis(8),
                        Duration.ofMillis(9),
                        Duration.ofMillis(10)));
        assertThat(config.catalog())
                .isEqualTo(new ProxyConfig.Catalog(
                        Loading.EAGER,
                        "stamped",
                        WriteTimeout.after(Duration.ofNanos(200_000)),
                        WriteTimeout.none(),
                        Duration.ZERO,
                        Duration.ofMillis(11),
                        64,
                        Duration.ofMillis(12),
                        Duration.ofMillis(16),
                        LoadWith.WRITE,
                        new TreeSet<>(List.of("fra", "waw")),
                        Duration.ofMillis(18),
                        BeyondBound.REFUSE));
        assertThat(config.watchdog())
                .isEqualTo(new ProxyConfig.Watchdog(
                        false,
                        Duration.ofMillis(13),
                        Duration.ofMillis(14),
                        15,
                        Path.of("/var/tmp/stalls"),
                        Duration.ofMillis(17),
                        ProbeKind.BYPASSES_LOCK,
                        Duration.ofMillis(18),
                        19));
        assertThat(config.broken())
                .containsExactly(
                        BrokenVariant.LEAKED_READER,
                        BrokenVariant.RETRY_ON_SHORT_TIMEOUT,
                        BrokenVariant.LOCK_STEP_RESTART);
        assertThat(config.roundTripMillis()).containsEntry("fra", 0.4).containsEntry("waw", 18.0);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[catalog]^lock = \"parking-lot\"|[catalog] lock is \"parking-lot\", expected one of parking-lot-0.12.3, parking-lot-0.12.3+pr466a, parking-lot-0.12.5, reentrant, stamped, signal-stealing.",
                "[catalog]^write_timeout = \"200\"|[catalog] write_timeout is \"200\", expected a whole number with a unit (ns, us, ms, s, m) such as \"200us\".",
                "[catalog]^write_timeout = \"0ms\"|[catalog] write_timeout is zero, expected more than zero, as a whole number with a unit (ns, us, ms, s, m) such as \"200us\".",
                "[catalog]^write_timeout = \"2000m\"|[catalog] write_timeout is \"2000m\", expected at most 1440m.",
                "[catalog]^write_timeout = 200|[catalog] write_timeout is 200, expected a text in quotes.",
                "[catalog]^write_timout = \"200us\"|[catalog] write_timout is an unknown key (did you mean write_timeout?), expected one of loading, lock, write_timeout, apply_timeout, retry_pause, slow_after, slots, sample_interval, stall_after, load_with, regions, staleness_bound, beyond_bound.",
                "[catalogue]^lock = \"stamped\"|[catalogue] is an unknown table (did you mean catalog?), expected one of node, proxy, control, store, catalog, watchdog, broken, regions, peers, address_translation.",
                "[catalog]^load_with = \"upgradable\"^lock = \"stamped\"|[catalog] load_with is \"upgradable\", expected \"write\", for the lock \"stamped\" has no upgradable reads.",
                "[catalog]^load_with = \"read\"|[catalog] load_with is \"read\", expected one of write, upgradable.",
                "[catalog]^regions = \"waw\"|[catalog] regions is \"waw\", expected a list of texts in quotes.",
                "[catalog]^regions = [\"waw\", 3]|[catalog] regions is a list with 3, expected a list of texts in quotes.",
                "[catalog]^regions = [\"waw\", \"waw\"]|[catalog] regions is a list with \"waw\" twice, expected each once.",
                "[catalog]^staleness_bound = \"31s\"|[catalog] staleness_bound is 31000ms, expected no less than [store] idle_timeout and reconnect_max together, 32000ms.",
                "[catalog]^beyond_bound = \"panic\"|[catalog] beyond_bound is \"panic\", expected one of serve, refuse.",
                "[peers]^waw = [\"127.0.0.1:1\"]|[peers] is given, expected none, for only [proxy] tier = \"edge\" sends requests to other proxies.",
                "[peers]^waw = [\"127.0.0.1\"]|[peers] waw is \"127.0.0.1\", expected \"host:port\" with a port from 0 to 65535.",
                "[peers]^waw = []|[peers] waw is an empty list, expected at least one \"host:port\".",
                "[peers]^waw = 3|[peers] waw is 3, expected a list of addresses \"host:port\".",
                "[peers]^waw = [3]|[peers] waw is a list with 3, expected a list of addresses \"host:port\".",
                "[catalog]^slots = 3|[catalog] slots is 3, expected a whole number from 16 to 1048576.",
                "[watchdog]^enabled = \"yes\"|[watchdog] enabled is \"yes\", expected true or false.",
                "[watchdog]^patience = 0|[watchdog] patience is 0, expected a whole number from 1 to 1000.",
                "[watchdog]^probe = \"blind\"|[watchdog] probe is \"blind\", expected one of touches-lock, bypasses-lock.",
                "[watchdog]^restart_jitter = \"1h\"|[watchdog] restart_jitter is \"1h\", expected a whole number with a unit (ns, us, ms, s, m) such as \"200us\".",
                "[watchdog]^max_restarts = -1|[watchdog] max_restarts is -1, expected a whole number from 0 to 1000000.",
                "[watchdog]^restart_delay = \"0s\"^[broken]^variants = [\"lock-step-restart\"]|[watchdog] restart_delay is less than a millisecond, expected at least 1ms, the period of \"lock-step-restart\".",
                "[broken]^variants = [\"nested-reed\"]|[broken] variants is \"nested-reed\" (did you mean nested-read?), expected a list of some of guard-held-into-else, nested-read, leaked-reader, guard-held-while-applying, retry-on-short-timeout, lock-step-restart.",
                "[broken]^variants = \"nested-read\"|[broken] variants is \"nested-read\", expected a list of some of guard-held-into-else, nested-read, leaked-reader, guard-held-while-applying, retry-on-short-timeout, lock-step-restart.",
                "[broken]^variants = [1]|[broken] variants is 1, expected a list of some of guard-held-into-else, nested-read, leaked-reader, guard-held-while-applying, retry-on-short-timeout, lock-step-restart.",
                "[broken]^variants = [\"nested-read\", \"nested-read\"]|[broken] variants is \"nested-read\" twice, expected each name once.",
                "[broken]^variants = [\"nested-read\", \"leaked-reader\"]|[broken] variants is \"nested-read\" together with \"leaked-reader\", expected one of the two, for they replace the same part.",
                "[broken]^pauses = [\"before-reader-leaves\"]|[broken] pauses is \"before-reader-leaves\", expected a point and a length of at most 10s, such as \"before-reader-leaves 2ms\".",
                "[broken]^pauses = [\"before-reader-leaves 11s\"]|[broken] pauses is \"before-reader-leaves 11s\", expected a point and a length of at most 10s, such as \"before-reader-leaves 2ms\".",
                "[broken]^pauses = [\"before-reader-leave 2ms\"]|[broken] pauses is \"before-reader-leave\" (did you mean before-reader-leaves?), expected one of before-reader-leaves, after-writer-set-before-waiting-for-readers, after-parked-set-before-key0-park, after-writer-parked-set-before-key1-park, after-fetch-sub-before-unpark-one, after-key0-deadline-before-dequeue, after-key1-deadline-before-dequeue, after-key1-dequeue-before-rollback.",
                "[address_translation]^\"a:1\" = 3|[address_translation] a:1 is 3, expected \"host:port\" with a port from 0 to 65535.",
                "[address_translation]^\"a:1\" = \"b\"|[address_translation] a:1 is \"b\", expected \"host:port\" with a port from 0 to 65535.",
                "[address_translation]^a = \"b:1\"|[address_translation] a is a key of another form, expected \"host:port\" as key.",
                "[regions]^fra = \"near\"|[regions] fra is \"near\", expected a number of milliseconds, 0 or more.",
                "[regions]^fra = -1|[regions] fra is -1, expected a number of milliseconds, 0 or more.",
            })
    void oneSentenceSaysWhatWasFoundAndWhatWasExpected(String lines, String message) {
        assertThatThrownBy(() -> read(LEAST + lines.replace("^", "\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("waw.toml: " + message);
    }

    @Test
    void anEdgeKnowsWhereItsPeersAreAndKeepsEverything() throws ConfigException {
        ProxyConfig config = read(edge("[peers]\nwaw = [\"127.0.0.1:1\", \"waw.example:2\"]\nfra = [\"127.0.0.1:3\"]"));

        assertThat(config.tier()).isEqualTo(Tier.EDGE);
        assertThat(config.catalog().loading()).isEqualTo(Loading.EAGER);
        assertThat(config.peers())
                .containsExactly(
                        entry("fra", List.of("127.0.0.1:3")), entry("waw", List.of("127.0.0.1:1", "waw.example:2")));
    }

    @Test
    void aRegionalProxyKeepsTheMachinesOfItsRegionUnlessItIsToldOthers() throws ConfigException {
        String regional = LEAST.replace("[proxy]", "[proxy]\ntier = \"regional\"");

        assertThat(read(regional).catalog().regions()).containsExactly("waw");
        assertThat(read(regional + "[catalog]\nregions = [\"fra\"]").catalog().regions())
                .containsExactly("fra");
        assertThat(read(regional).catalog().loading()).isEqualTo(Loading.LAZY);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[regions]^waw = 1|[peers] is missing, expected the addresses of at least one region's proxies, for this is an edge.",
                "[peers]^waw = [\"a:1\"]^[catalog]^loading = \"lazy\"|[catalog] loading is \"lazy\", expected \"eager\", for an edge knows where all applications are.",
                "[peers]^waw = [\"a:1\"]^[catalog]^regions = [\"waw\"]|[catalog] regions is [waw], expected no regions, for an edge knows where all applications are.",
                "[peers]^waw = [\"a:1\"]^[broken]^variants = [\"guard-held-into-else\"]|[broken] variants is \"guard-held-into-else\", expected another, for an edge never loads an application.",
            })
    void saysWhatAnEdgeCannotHave(String lines, String message) {
        assertThatThrownBy(() -> read(edge(lines.replace("^", "\n"))))
                .isInstanceOf(ConfigException.class)
                .hasMessage("waw.toml: " + message);
    }

    @Test
    void thereAreThreeTiers() {
        assertThatThrownBy(() -> read(LEAST.replace("[proxy]", "[proxy]\ntier = \"global\"")))
                .hasMessage("waw.toml: [proxy] tier is \"global\", expected one of single, edge, regional.");
    }

    private static String edge(String lines) {
        return LEAST.replace("[proxy]", "[proxy]\ntier = \"edge\"") + lines;
    }

    @Test
    void saysWhichKeyIsMissing() {
        assertThatThrownBy(() -> read(LEAST.replace("name = \"proxy-waw-1\"", "")))
                .hasMessage("waw.toml: [node] name is missing, expected a text.");
        assertThatThrownBy(() -> read(LEAST.replace("127.0.0.1:8081", "127.0.0.1")))
                .hasMessage(
                        "waw.toml: [control] addr is \"127.0.0.1\", expected \"host:port\" with a port from 0 to 65535.");
    }

    @Test
    void reconnectionPausesMustNotShrink() {
        assertThatThrownBy(() -> read(LEAST + "reconnect_min = \"3s\"\n"))
                .hasMessage("waw.toml: [store] reconnect_max is 2000ms, expected no less than reconnect_min.");
    }

    @Test
    void aFileThatIsNoConfigurationIsSaidToBeNone() throws IOException {
        Path file = folder.resolve("x.toml");
        assertThatThrownBy(() -> ConfigFile.read(file))
                .hasMessage(file + ": found no readable file, expected a TOML configuration.");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> ConfigFile.read(file))
                .hasMessage(file + ": is not UTF-8 text, expected a TOML configuration.");
        Files.write(file, new byte[(1 << 20) + 1]);
        assertThatThrownBy(() -> ConfigFile.read(file))
                .hasMessage(file + ": is longer than 1 MiB, expected a TOML configuration.");
        Files.writeString(file, "[node\nname=");
        assertThatThrownBy(() -> ConfigFile.read(file))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(file + ": is not TOML: ");
        Files.writeString(file, "node = 3");
        assertThatThrownBy(() -> ConfigFile.read(file)).hasMessage(file + ": [node] name is missing, expected a text.");
    }

    private ProxyConfig read(String text) throws ConfigException {
        return ConfigFile.parse("waw.toml", text, folder);
    }
}
