package dev.gridlock.store.process;

import static dev.gridlock.store.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.StoreClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Five nodes under load that are killed again and again. The order of kills is seeded, the rest is as the machine has it. */
class KilledClusterTest {
    private static final long SEED = 20_260_417;
    private static final int NODES = 5;
    private static final int KILLS = 20;
    private static final String QUERY = "SELECT id, app, state FROM machines WHERE app = 'web' AND state <> 'gone'";
    /** What a node may have to say while others are killed. */
    private static final Pattern BROKEN_CONNECTION = Pattern.compile("peer |gossip from |catch-up with ");

    @TempDir
    Path folder;

    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    @Test
    void nothingAcknowledgedIsLostAndSubscriptionsEqualTheirQueries() throws Exception {
        List<LoadClient> load = new ArrayList<>();
        List<FaithfulSubscriber> subscribers = new ArrayList<>();
        try (ProcessCluster cluster = new ProcessCluster(
                folder, NODES, toml -> toml.replace("update_column = \"update_id\"", "update_events = false"))) {
            for (int i = 0; i < NODES; i++) {
                subscribers.add(new FaithfulSubscriber(cluster.client(i), QUERY));
                load.add(new LoadClient("a" + i, cluster.client(i), SEED + i));
                load.add(new LoadClient("b" + i, cluster.client(i), SEED + NODES + i));
            }
            load.forEach(this::start);
            subscribers.forEach(this::start);
            killAndRestart(cluster);
            load.forEach(LoadClient::stop);
            for (Thread thread : threads.subList(0, load.size())) {
                assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
            }
            assertThat(failures).isEmpty();

            cluster.awaitAgreement();
            for (int i = 0; i < NODES; i++) {
                StoreClient node = cluster.client(i);
                assertThat(StoreClient.json(node.get("/admin/bookkeeping").body()))
                        .containsEntry("ok", true);
                load.forEach(client -> client.assertNothingIsMissing(node));
                assertThat(cluster.process(i).errors().lines())
                        .as("notices of %s", ProcessCluster.name(i))
                        .allMatch(line -> BROKEN_CONNECTION.matcher(line).lookingAt());
            }
            for (FaithfulSubscriber subscriber : subscribers) {
                eventually(subscriber::assertEqualsItsQuery);
            }
            assertThat(failures).isEmpty();
            assertThat(subscribers.stream()
                            .mapToInt(FaithfulSubscriber::returns)
                            .sum())
                    .as("returns of subscribers")
                    .isGreaterThanOrEqualTo(NODES);
            assertThat(load)
                    .allSatisfy(client -> assertThat(client.acknowledged()).isPositive());
            assertThat(load.stream().mapToInt(LoadClient::lost).sum())
                    .as("lost answers")
                    .isPositive();
        } finally {
            threads.forEach(Thread::interrupt);
            subscribers.forEach(FaithfulSubscriber::close);
        }
    }

    private void start(Runnable work) {
        threads.add(Thread.ofVirtual().start(() -> {
            try {
                work.run();
            } catch (Throwable failure) {
                failures.add(failure);
            }
        }));
    }

    /** Some are killed while they start, and two or three may be away at once. */
    private void killAndRestart(ProcessCluster cluster) throws Exception {
        Random random = new Random(SEED);
        for (int i = 0; i < KILLS; i++) {
            Thread.sleep(200 + random.nextInt(700));
            int node = random.nextInt(NODES);
            cluster.kill(node);
            Thread.sleep(50 + random.nextInt(500));
            cluster.restart(node);
            assertThat(failures).isEmpty();
        }
        for (int i = 0; i < NODES; i++) {
            cluster.awaitReady(i);
        }
        // load at all of them once more, before it ends
        Thread.sleep(500);
    }
}
