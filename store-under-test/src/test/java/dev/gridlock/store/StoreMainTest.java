package dev.gridlock.store;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gridlock.store.testing.NodeFiles;
import dev.gridlock.store.testing.ProcessNode;
import dev.gridlock.store.testing.StoreClient;
import dev.gridlock.store.testing.TestNode;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a real process. Not deterministic. */
class StoreMainTest {
    @TempDir
    Path folder;

    @Test
    void helpIsPrintedAndWrongArgumentsAreNamed() throws Exception {
        try (ProcessNode help = ProcessNode.start(folder, "--help");
                ProcessNode wrong = ProcessNode.start(folder, "--conifg", "x");
                ProcessNode missing = ProcessNode.start(
                        folder, "-c", folder.resolve("none.toml").toString())) {
            assertThat(help.exitCode()).isZero();
            eventually(
                    () -> assertThat(help.output()).first().asString().startsWith("Usage: java -jar gridlock-store"));
            assertThat(wrong.exitCode()).isEqualTo(2);
            assertThat(wrong.errors()).startsWith("found arguments [--conifg, x], expected -c FILE");
            assertThat(missing.exitCode()).isEqualTo(2);
            assertThat(missing.errors().lines())
                    .containsExactly(folder.resolve("none.toml") + ": found no such file, expected a TOML file");
        }
    }

    @Test
    void aBadSchemaAndATakenAddressEndTheProcessWithOneLine() throws Exception {
        Path configuration = new NodeFiles(folder.resolve("a"), "a", List.of(), toml -> toml).write(0, 0);
        Files.writeString(folder.resolve("a/schema.sql"), "CREATE TABLE t (x);");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path other =
                    new NodeFiles(folder.resolve("b"), "b", List.of(), toml -> toml).write(taken.getLocalPort(), 0);
            try (ProcessNode badSchema = ProcessNode.start(folder, "-c", configuration.toString());
                    ProcessNode badAddress = ProcessNode.start(folder, "-c", other.toString())) {
                assertThat(badSchema.exitCode()).isEqualTo(2);
                assertThat(badSchema.errors().lines())
                        .containsExactly("found table t without a primary key, expected one");
                assertThat(badAddress.exitCode()).isEqualTo(1);
                assertThat(badAddress.errors().lines())
                        .singleElement()
                        .asString()
                        .startsWith("gossip.addr: cannot listen on 127.0.0.1:" + taken.getLocalPort() + ": ");
            }
        }
    }

    @Test
    void aCorruptDatabaseEndsTheProcessWithAClearMessage() throws Exception {
        Path configuration = new NodeFiles(folder.resolve("a"), "a", List.of(), toml -> toml).write(0, 0);
        Files.createDirectories(folder.resolve("a/data"));
        Files.writeString(
                folder.resolve("a/data/store.db"),
                "this is not a database, but long enough to be read as one".repeat(40));
        try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
            assertThat(node.exitCode()).isEqualTo(1);
            assertThat(node.errors().lines())
                    .containsExactly(folder.resolve("a/data/store.db") + ": cannot be opened: file is not a database");
        }
    }

    @Test
    void aFullDatabaseEndsTheProcessWithOneLine() throws Exception {
        Path configuration = new NodeFiles(
                        folder.resolve("a"),
                        "a",
                        List.of(),
                        toml -> toml.replace("synchronous = \"off\"", "synchronous = \"off\"\nmax_size_mib = 1"))
                .write(0, 0);
        try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
            StoreClient client = node.awaitReady();
            client.commit(rowsOfAKilobyte("a", 10));
            assertThatThrownBy(() -> client.commit(rowsOfAKilobyte("b", 4_000)))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(node.exitCode()).isEqualTo(1);
            assertThat(node.errors().lines())
                    .containsExactly("the node cannot go on: " + folder.resolve("a/data/store.db")
                            + ": database or disk is full");
        }
        try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
            assertThat(node.awaitReady().rows("SELECT count(*) FROM notes"))
                    .as("what was acknowledged is still there")
                    .containsExactly("[10]");
        }
    }

    @Test
    void aNodeThatTheOthersFillEndsWithOneLine() throws Exception {
        try (TestNode peer = TestNode.start(folder, "peer", List.of())) {
            Path configuration = new NodeFiles(
                            folder.resolve("a"),
                            "a",
                            List.of(peer.gossip()),
                            toml -> toml.replace("synchronous = \"off\"", "synchronous = \"off\"\nmax_size_mib = 1"))
                    .write(0, 0);
            try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
                node.awaitReady();
                peer.client().commit(rowsOfAKilobyte("b", 4_000));
                assertThat(node.exitCode()).isEqualTo(1);
                assertThat(node.errors().lines())
                        .containsExactly("the node cannot go on: " + folder.resolve("a/data/store.db")
                                + ": database or disk is full");
            }
            assertThat(peer.client().rows("SELECT count(*) FROM notes"))
                    .as("its peer goes on")
                    .containsExactly("[4000]");
        }
    }

    @Test
    void aDiskThatFailsEndsTheProcessWithOneLine() throws Exception {
        Path configuration = new NodeFiles(folder.resolve("a"), "a", List.of(), toml -> toml).write(0, 0);
        try (ProcessNode node = ProcessNode.startWithFilesUpTo(20, folder, "-c", configuration.toString())) {
            StoreClient client = node.awaitReady();
            assertThatThrownBy(() -> client.commit(rowsOfAKilobyte("a", 40_000)))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(node.exitCode()).isEqualTo(1);
            assertThat(node.errors().lines())
                    .singleElement()
                    .asString()
                    .startsWith("the node cannot go on: " + folder.resolve("a/data/store.db") + ": ")
                    .contains("I/O error");
        }
    }

    @Test
    void aDatabaseThatIsDamagedBetweenTwoLivesEndsTheProcessWithOneLine() throws Exception {
        Path configuration = new NodeFiles(folder.resolve("a"), "a", List.of(), toml -> toml).write(0, 0);
        try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
            node.awaitReady().commit(rowsOfAKilobyte("a", 2_000));
            node.terminate();
            node.exitCode();
        }
        Path database = folder.resolve("a/data/store.db");
        try (RandomAccessFile file = new RandomAccessFile(database.toFile(), "rw")) {
            // everything behind the schema and the bookkeeping
            file.seek(256 * 1024);
            file.write(new byte[(int) (file.length() - 256 * 1024)]);
        }
        try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
            StoreClient client = node.awaitReady();
            assertThatThrownBy(() -> client.commit("[\"UPDATE notes SET weight = 1\"]"))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(node.exitCode()).isEqualTo(1);
            assertThat(node.errors().lines())
                    .containsExactly("the node cannot go on: " + database + ": database disk image is malformed");
        }
    }

    @Test
    void aDatabaseFileThatMayNotBeWrittenEndsTheProcessWithOneLine() throws Exception {
        Path configuration = new NodeFiles(folder.resolve("a"), "a", List.of(), toml -> toml).write(0, 0);
        try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
            node.awaitReady();
            node.terminate();
            node.exitCode();
        }
        Path database = folder.resolve("a/data/store.db");
        assertThat(database.toFile().setWritable(false)).isTrue();
        assumeThat(Files.isWritable(database)).as("root may write anything").isFalse();
        try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
            assertThat(node.exitCode()).isEqualTo(1);
            assertThat(node.errors().lines())
                    .containsExactly(database + ": cannot be opened: attempt to write a readonly database");
        }
    }

    private static String rowsOfAKilobyte(String author, int count) {
        return "[\"INSERT INTO notes (author, number, body) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM"
                + " n WHERE i < " + count + ") SELECT '" + author + "', i, hex(zeroblob(512)) FROM n\"]";
    }

    @Test
    void aKilledNodeLosesNoAcknowledgedCommitAndConvergesAgain() throws Exception {
        Set<String> acknowledged = new ConcurrentSkipListSet<>();
        try (TestNode peer = TestNode.start(folder, "peer", List.of())) {
            Path configuration =
                    new NodeFiles(folder.resolve("a"), "a", List.of(peer.gossip()), toml -> toml).write(0, 0);
            String actor = "";
            for (int life = 0; life < 3; life++) {
                try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
                    StoreClient client = node.awaitReady();
                    assertThat(life == 0 ? node.field("actor") : actor).isEqualTo(node.field("actor"));
                    actor = node.field("actor");
                    assertThat(ids(client)).containsAll(acknowledged);
                    int commitsOfThisLife = life;
                    Thread load =
                            Thread.ofVirtual().start(() -> commitUntilRefused(client, commitsOfThisLife, acknowledged));
                    Thread.sleep(150L + 170L * life);
                    node.kill();
                    load.join();
                }
            }
            assertThat(acknowledged).isNotEmpty();
            try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
                StoreClient client = node.awaitReady();
                assertThat(ids(client)).containsAll(acknowledged);
                eventually(() -> assertThat(peer.client().agreement()).isEqualTo(client.agreement()));
            }
        }
    }

    private static void commitUntilRefused(StoreClient client, int life, Set<String> acknowledged) {
        for (int i = 0; true; i++) {
            String id = life + "-" + i;
            try {
                client.commit("[[\"INSERT INTO machines (id) VALUES (?)\", [\"" + id + "\"]]]");
            } catch (UncheckedIOException killed) {
                return;
            }
            acknowledged.add(id);
        }
    }

    private static Set<String> ids(StoreClient client) {
        Set<String> ids = new TreeSet<>();
        client.rows("SELECT id FROM machines").forEach(row -> ids.add(row.substring(2, row.length() - 2)));
        return ids;
    }

    @Test
    void aNodeThatIsAskedToStopSendsWhatItHasCommitted() throws Exception {
        try (TestNode peer = TestNode.start(folder, "peer", List.of())) {
            Path configuration = new NodeFiles(
                            folder.resolve("a"),
                            "a",
                            List.of(peer.gossip()),
                            toml -> toml.replaceFirst("interval = \"5ms\"", "interval = \"10s\""))
                    .write(0, 0);
            try (ProcessNode node = ProcessNode.start(folder, "-c", configuration.toString())) {
                StoreClient client = node.awaitReady();
                client.commit("[\"INSERT INTO machines (id) VALUES ('first words')\"]");
                eventually(() -> assertThat(peer.client().rows("SELECT id FROM machines"))
                        .hasSize(1));
                client.commit("[\"INSERT INTO machines (id) VALUES ('last words')\"]");
                node.terminate();
                assertThat(node.exitCode()).as("128 + SIGTERM").isEqualTo(143);
                assertThat(node.errors()).isEmpty();
            }
            eventually(() ->
                    assertThat(peer.client().rows("SELECT id FROM machines")).hasSize(2));
        }
    }
}
