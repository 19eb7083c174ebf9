package dev.gridlock.store.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.config.SwimConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random histories of crashes, restarts, pauses, cuts, loss and departures. {@link SwimChecks} holds throughout; when the faults end,
 * all agree again. Each failure names its seed.
 */
class SwimHistoryTest {
    private static final int SEEDS = 300;

    @Test
    void whateverHappenedAllAgreeOnceFaultsEnd() {
        List<Duration> times = new ArrayList<>();
        int rejoins = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SwimNetwork network = history(seed, false);
            Duration took = network.runUntil(network::agreed, Duration.ofSeconds(60));
            assertThat(network.agreed())
                    .as("seed %s agrees after %s", seed, took)
                    .isTrue();
            network.run(Duration.ofSeconds(5));
            assertThat(network.agreed()).as("seed %s stays agreed", seed).isTrue();
            times.add(took);
            rejoins += (int) network.up().stream()
                    .flatMap(node -> node.told.stream())
                    .filter(Effect.Rejoin.class::isInstance)
                    .count();
        }
        assertThat(Collections.max(times)).isLessThan(Duration.ofSeconds(15));
        assertThat(rejoins).as("histories that drove somebody out").isGreaterThan(SEEDS);
    }

    @Test
    void sameSeedSameEffects() {
        int effects = 0;
        for (long seed = 0; seed < 10; seed++) {
            List<String> trace = history(seed, true).trace;
            assertThat(history(seed, true).trace).as("seed %s", seed).isEqualTo(trace);
            assertThat(history(seed + 100, true).trace).as("seed %s", seed).isNotEqualTo(trace);
            effects += trace.size();
        }
        assertThat(effects).isGreaterThan(5_000);
    }

    /** Ten seconds with a fault or a repair every 200 ms, then repair of everything but crashes. */
    private static SwimNetwork history(long seed, boolean tracing) {
        Random random = new Random(~seed);
        int count = 3 + random.nextInt(6);
        SwimNetwork network = new SwimNetwork(seed, SwimConfig.fast(), count);
        network.tracing = tracing;
        for (int i = 0; i < count; i++) {
            network.boot(i);
        }
        for (int step = 0; step < 50; step++) {
            network.run(Duration.ofMillis(200));
            disturb(network, random, random.nextInt(count), random.nextInt(count));
        }
        network.healAll();
        for (SwimNetwork.Node node : network.nodes) {
            network.resume(node.index);
        }
        // The bootstrap addresses: whoever was alone all the time knows no others.
        for (int i = 0; i < 2; i++) {
            if (!network.nodes.get(i).isUp()) {
                network.boot(i);
            }
        }
        return network;
    }

    private static void disturb(SwimNetwork network, Random random, int one, int other) {
        boolean up = network.nodes.get(one).isUp();
        switch (random.nextInt(9)) {
            case 0 -> network.crash(one);
            case 1, 2, 3 -> {
                if (!up) {
                    // The clock of the machine may have gone back.
                    network.boot(one, 0, random.nextInt(3) == 0 ? -60_000 : 0);
                }
            }
            case 4 -> network.cut(one, other, true);
            case 5 -> network.cut(one, other, false);
            case 6 -> network.pause(one);
            case 7 -> network.resume(one);
            default -> {
                network.loss = random.nextInt(3) * 0.2;
                if (up && random.nextInt(4) == 0) {
                    network.leave(one);
                }
            }
        }
    }
}
