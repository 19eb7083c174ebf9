package dev.gridlock.store.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigFileTest {
    private static final String LEAST = """
        [node]
        name = "store-waw-1"
        [db]
        path = "state/store.db"
        [gossip]
        addr = "127.0.0.1:8787"
        [api]
        addr = "127.0.0.1:8080"
        """;

    @TempDir
    Path folder;

    @Test
    void theLeastConfigurationHasDefaultsForTheRest() throws Exception {
        StoreConfig config = ConfigFile.read(write(LEAST));
        assertThat(config.node()).isEqualTo(new StoreConfig.Node("store-waw-1", ""));
        assertThat(config.db().path()).isEqualTo(folder.resolve("state/store.db"));
        assertThat(config.db().synchronous()).isEqualTo(StoreConfig.Synchronous.NORMAL);
        assertThat(config.gossip().interval()).isEqualTo(Duration.ofMillis(500));
        assertThat(config.gossip().swim()).isEqualTo(SwimConfig.wan());
        assertThat(config.perf().minSyncBackoff()).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.perf().maxSyncBackoff()).isEqualTo(Duration.ofSeconds(15));
        assertThat(config.broken().variants()).isEmpty();
        assertThat(config.subscriptions().buffer()).isEqualTo(10240);
        assertThat(config.subscriptions().path()).isEqualTo(folder.resolve("state/subscriptions"));
        assertThat(config.subscriptions().history()).isEqualTo(500);
        assertThat(config.subscriptions().purgeInterval()).isEqualTo(Duration.ofMinutes(5));
        assertThat(config.subscriptions().idleTimeout()).isEqualTo(Duration.ofMinutes(10));
        assertThat(config.subscriptions().updatesIdleTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.api().maxConcurrency()).isEqualTo(128);
        assertThat(config.api().maxConcurrencyStats()).isEqualTo(4);
        assertThat(config.api().bearerToken()).isEmpty();
        assertThat(config.api().endpointName()).isEmpty();
        assertThat(config.telemetry().updateColumn()).isEmpty();
        assertThat(config.telemetry().prometheus()).isEmpty();
    }

    @Test
    void corrosionsOtherKeyNamesWork() throws Exception {
        StoreConfig config = ConfigFile.read(write(LEAST.replace("addr =", "bind_addr =")
                + "[api.authz]\nbearer-token = \"secret\"\n"
                + "[telemetry.prometheus]\naddr = \"127.0.0.1:9090\"\n"
                + "[perf]\napply_queue_timeout = \"3ms\"\nprocessing_queue_len = 7\n"));
        assertThat(config.api().bearerToken()).hasValue("secret");
        assertThat(config.telemetry().prometheus()).hasValue(new Endpoint("127.0.0.1", 9090));
        assertThat(config.gossip().addr()).isEqualTo(new Endpoint("127.0.0.1", 8787));
        assertThat(config.api().addr()).hasToString("127.0.0.1:8080");
        assertThat(config.perf().processingQueueLen()).isEqualTo(7);
    }

    @Test
    void limitsAndWritersOfTheDatabaseAreRead() throws Exception {
        assertThat(ConfigFile.read(write(LEAST)).db().limits()).isEqualTo(new StoreConfig.Limits(2048, 0, 64));
        StoreConfig.Db db = ConfigFile.read(write(LEAST.replace(
                                "[gossip]",
                                "cache_size_kib = -512\nmax_size_mib = 9\nwrite_priority = \"fifo\"\nwrite_timeout ="
                                        + " \"2s\"\n[gossip]")
                        + "[perf]\nwal_threshold_mb = 3\nprocessing_queue_len = 7\n"))
                .db();
        assertThat(db.limits()).isEqualTo(new StoreConfig.Limits(512, 9, 3));
        assertThat(db.writers()).isEqualTo(new StoreConfig.Writers(StoreConfig.WriteOrder.FIFO, Duration.ofSeconds(2)));
    }

    /** Each row: what is replaced, by what, and the whole message after the file's name. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        name = "store-waw-1"     | name = ""            | : node.name: found an empty text, expected a text
        name = "store-waw-1"     | name = 7             | : node.name: found 7, expected a text
        name = "store-waw-1"     | region = "waw"       | : node.name: found nothing, expected a text
        name = "store-waw-1"     | nmae = "x"           | : node.name: found nothing, expected a text
        path = "state/store.db"  | path = "x"\\nsynchronous = "full" | : db.synchronous: found "full", expected one of normal, off
        path = "state/store.db"  | path = "x"\\nschema_path = "y" | : found unknown key db.schema_path, expected one of cache_size_kib, max_size_mib, path, read_connections, schema_paths, subscriptions_path, synchronous, write_priority, write_timeout; did you mean schema_paths?
        path = "state/store.db"  | path = "x"\\ncache_size_kib = 0 | : db.cache_size_kib: found 0, expected a size in KiB, with or without Corrosion's minus
        path = "state/store.db"  | path = "x"\\nwrite_priority = "none" | : db.write_priority: found "none", expected one of strict, fifo
        path = "state/store.db"  | path = "x"\\nread_connections = 0 | : db.read_connections: found 0, expected an integer from 1 to 64
        addr = "127.0.0.1:8787"  | addr = "127.0.0.1"   | : gossip.addr: found "127.0.0.1", expected "ip:port" or "host:port"
        addr = "127.0.0.1:8787"  | addr = "a:1"\\nbind_addr = "b:2" | : gossip.bind_addr: found "b:2" beside addr, expected only one of the two names
        addr = "127.0.0.1:8787"  | addr = "0.0.0.0:1"   | : gossip.external_addr: found nothing, expected an address for peers, because 0.0.0.0:1 is every address of this machine
        addr = "127.0.0.1:8787"  | addr = "a:1"\\nbootstrap = ["b:0"] | : gossip.bootstrap: found "b:0", expected a port from 1 to 65535
        addr = "127.0.0.1:8787"  | addr = "a:1"\\nbootstrap = "b:1" | : gossip.bootstrap: found "b:1", expected a list of texts
        addr = "127.0.0.1:8787"  | addr = "a:1"\\ninterval = "-5ms" | : gossip.interval: found "-5ms", expected a duration from 0s to 24h such as "20ms", "1s" or "10m"
        addr = "127.0.0.1:8787"  | addr = "a:1"\\ninterval = 5 | : gossip.interval: found 5, expected a duration from 0s to 24h such as "20ms", "1s" or "10m"
        [api]                    | [perf]\\nmax_sync_backoff = "5ms"\\n[api] | : perf.max_sync_backoff: found "5ms", expected at least min_sync_backoff, which is "1s"
        [api]                    | [membership]\\nprofile = "lan"\\n[api] | : membership.profile: found "lan", expected one of wan, fast
        [api]                    | [membership]\\nprobe_rtt = "6s"\\n[api] | : membership.probe_rtt: found "6s", expected less than probe_period, which is "5s"
        [api]                    | [membership]\\nannounce_interval = "2h"\\n[api] | : membership.announce_interval: found "7200s", expected at most "1h"
        [api]                    | [broken]\\nvariants = ["zero-fan-out"]\\n[api] | : broken.variants: found "zero-fan-out", expected some of shed-remembered-as-seen, zero-fan-out-after-rate-limit, failed-batch-remembered-as-seen
        addr = "127.0.0.1:8080"  | addr = "a:1"\\n[api.authz]\\nbearer = "x" | : found unknown key api.authz.bearer, expected one of bearer-token, bearer_token
        addr = "127.0.0.1:8080"  | addr = "a:1"\\n[api.authz]\\nbearer_token = "" | : api.authz.bearer_token: found an empty text, expected a text
        addr = "127.0.0.1:8080"  | addr = "a:1"\\nauthorization = 7 | : api.authorization: found 7, expected the table [api.authorization]
        [api]                    | [apy]                | : api.addr: found nothing, expected "ip:port"
        """)
    void aWrongKeyIsNamedWithWhatWasFoundAndExpected(String from, String to, String message) throws Exception {
        Path file = write(LEAST.replace(from, to.replace("\\n", "\n")));
        assertThatThrownBy(() -> ConfigFile.read(file))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + message);
    }

    @Test
    void anUnknownTableIsNamedWithTheNearestOne() throws Exception {
        Path file = write(LEAST + "[gosip]\naddr = \"x:1\"\n");
        assertThatThrownBy(() -> ConfigFile.read(file))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("found unknown table or key gosip")
                .hasMessageEndingWith("did you mean gossip?");
    }

    @Test
    void brokenTomlIsNamedWithItsLine() throws Exception {
        Path file = write("[node]\nname = \"a\nregion = 1\n");
        assertThatThrownBy(() -> ConfigFile.read(file))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(file + ": near line 3: expected TOML: ");
    }

    @Test
    void filesThatAreNoConfigurationAreRefused() throws Exception {
        Path missing = folder.resolve("missing.toml");
        assertThatThrownBy(() -> ConfigFile.read(missing))
                .hasMessage(missing + ": found no such file, expected a TOML file");
        assertThatThrownBy(() -> ConfigFile.read(folder)).hasMessage(folder + ": found a folder, expected a TOML file");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, 0, 1});
        assertThatThrownBy(() -> ConfigFile.read(binary)).hasMessageContaining("found bytes that are not UTF-8");
        byte[] large = new byte[(1 << 20) + 1];
        Arrays.fill(large, (byte) '\n');
        Path file = Files.write(folder.resolve("large"), large);
        assertThatThrownBy(() -> ConfigFile.read(file)).hasMessageContaining("expected a TOML file of at most 1048576");
    }

    @Test
    void endpointsAreWrittenAsTheyAreRead() {
        assertThat(Endpoint.parse("[::1]:80")).hasValue(new Endpoint("::1", 80));
        assertThat(Endpoint.parse("[::1]:80").orElseThrow()).hasToString("[::1]:80");
        for (String wrong : new String[] {"", ":1", "a", "a:", "a:b", "a:70000", "::1:80", " :1", "[]:1"}) {
            assertThat(Endpoint.parse(wrong)).as(wrong).isEmpty();
        }
    }

    private Path write(String toml) throws IOException {
        return Files.writeString(folder.resolve("store.toml"), toml);
    }
}
