package dev.gridlock.store.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.config.SwimConfig;
import dev.gridlock.store.crdt.ActorId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One fault at a time, over many seeds and cluster sizes. */
class SwimScenarioTest {
    private static final int SEEDS = 40;
    private static final SwimConfig FAST = SwimConfig.fast();

    /** A node finds out by its own probes at the latest: 2n - 1 turns, the period in which the probe fails, the suspicion. */
    private static Duration detectionBound(SwimConfig config, int count) {
        return config.probePeriod().multipliedBy(2L * count).plusNanos(config.suspicionNanos(count));
    }

    @Test
    void crashedNodeIsDownEverywhereWithinTheBoundOfThePeriods() {
        for (SwimConfig config : List.of(FAST, SwimConfig.wan())) {
            for (long seed = 0; seed < SEEDS; seed++) {
                int count = 2 + (int) (seed % 11);
                SwimNetwork network = SwimNetwork.settled(seed, config, count);
                network.run(config.probePeriod().multipliedBy(seed % 7));
                int victim = (int) (seed % count);
                network.crash(victim);
                ActorId actor = SwimNetwork.actorOf(victim);
                Duration took = network.runUntil(() -> network.nobodyCounts(actor), Duration.ofMinutes(10));
                assertThat(took)
                        .as("seed %s, %s nodes", seed, count)
                        .isBetween(Duration.ofNanos(config.suspicionNanos(1)), detectionBound(config, count));
                assertThat(network.agreed())
                        .as("seed %s: only the victim is gone", seed)
                        .isTrue();
            }
        }
    }

    @Test
    void withoutLossNobodyIsEverSuspected() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SwimNetwork network = SwimNetwork.settled(seed, FAST, 3 + (int) (seed % 8));
            network.run(Duration.ofSeconds(20));
            assertThat(network.mostSuspects).as("seed %s", seed).isZero();
            assertThat(network.agreed()).as("seed %s", seed).isTrue();
        }
    }

    @Test
    void withModerateLossEverySuspicionIsRefuted() {
        long refuted = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            SwimNetwork network = SwimNetwork.settled(seed, FAST, 6);
            network.loss = 0.15;
            network.run(Duration.ofSeconds(20));
            for (SwimNetwork.Node node : network.nodes) {
                assertThat(node.told).as("seed %s", seed).noneMatch(Effect.MemberDown.class::isInstance);
                refuted += node.swim().self().incarnation();
            }
        }
        assertThat(refuted).as("suspicions refuted").isGreaterThan(10L * SEEDS);
    }

    @Test
    void oneWayCutBetweenTwoNodesIsBridgedByOthers() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SwimNetwork network = SwimNetwork.settled(seed, FAST, 4);
            network.cut(2, 3, true);
            network.run(Duration.ofSeconds(20));
            assertThat(network.mostSuspects).as("seed %s", seed).isZero();
        }
    }

    @Test
    void nodeThatHearsNothingIsDrivenOutAndComesBack() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SwimNetwork network = SwimNetwork.settled(seed, FAST, 5);
            for (int i = 0; i < 4; i++) {
                network.cut(i, 4, true);
            }
            Duration out = network.runUntil(
                    () -> network.up().subList(0, 4).stream()
                            .allMatch(node -> node.swim().members().size() == 3),
                    Duration.ofSeconds(30));
            assertThat(out).as("seed %s", seed).isLessThanOrEqualTo(detectionBound(FAST, 5));
            network.healAll();
            assertConverges(network, seed, Duration.ofSeconds(15));
        }
    }

    /** Also without the help of bootstrap addresses: in every other history nobody is there any more. */
    @Test
    void bothSidesOfAPartitionFindEachOtherAgain() {
        for (long seed = 0; seed < SEEDS; seed++) {
            int count = 4 + (int) (seed % 5);
            SwimNetwork network = SwimNetwork.settled(seed, FAST, count);
            if (seed % 2 == 1) {
                network.crash(0);
                network.crash(1);
            }
            for (int a = 0; a < count; a++) {
                for (int b = 0; b < count; b++) {
                    network.cut(a, b, a % 2 != b % 2);
                }
            }
            network.run(Duration.ofSeconds(6));
            for (SwimNetwork.Node node : network.up()) {
                assertThat(node.swim().members()).as("seed %s", seed).allMatch(held -> sameSide(held.id(), node));
            }
            network.healAll();
            assertConverges(network, seed, Duration.ofSeconds(15));
        }
    }

    private static boolean sameSide(MemberId id, SwimNetwork.Node node) {
        return id.actor().uuid().getLeastSignificantBits() % 2
                == node.actor.uuid().getLeastSignificantBits() % 2;
    }

    @Test
    void nodePausedForLongerThanTheSuspicionRejoinsUnderANewIdentity() {
        for (long seed = 0; seed < SEEDS; seed++) {
            int count = 2 + (int) (seed % 6);
            SwimNetwork network = SwimNetwork.settled(seed, FAST, count);
            SwimNetwork.Node victim = network.nodes.getLast();
            MemberId before = victim.swim().self().id();
            network.pause(victim.index);
            network.run(detectionBound(FAST, count).plusSeconds(1));
            network.resume(victim.index);
            assertConverges(network, seed, Duration.ofSeconds(15));
            MemberId after = victim.swim().self().id();
            assertThat(after.supersedes(before)).as("seed %s", seed).isTrue();
            assertThat(victim.told).as("seed %s", seed).contains(new Effect.Rejoin(after));
        }
    }

    @Test
    void nodePausedForLessThanTheSuspicionKeepsItsIdentity() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SwimNetwork network = SwimNetwork.settled(seed, FAST, 5);
            SwimNetwork.Node victim = network.nodes.getLast();
            MemberId before = victim.swim().self().id();
            network.pause(victim.index);
            network.run(Duration.ofMillis(900));
            assertThat(network.mostSuspects).as("seed %s", seed).isPositive();
            network.resume(victim.index);
            assertConverges(network, seed, Duration.ofSeconds(5));
            assertThat(victim.swim().self().id()).as("seed %s", seed).isEqualTo(before);
        }
    }

    @Test
    void restartAtTheSameAddressIsTheNewIdentityAndTheOldNeverComesBack() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SwimNetwork network = SwimNetwork.settled(seed, FAST, 5);
            SwimNetwork.Node victim = network.nodes.get(3);
            MemberId before = victim.swim().self().id();
            network.crash(3);
            network.run(Duration.ofMillis(seed * 100));
            boolean clockWentBack = seed % 2 == 1;
            network.boot(3, 0, clockWentBack ? -60_000 : 0);
            assertConverges(network, seed, Duration.ofSeconds(15));
            assertThat(victim.swim().self().id().bornAtMillis()).isGreaterThan(before.bornAtMillis());
        }
    }

    @Test
    void anotherDatabaseAtTheSameAddressReplacesTheOne() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SwimNetwork network = SwimNetwork.settled(seed, FAST, 4);
            MemberId before = network.nodes.get(2).swim().self().id();
            network.crash(2);
            network.run(Duration.ofMillis(100));
            MemberId fresh =
                    new MemberId(SwimNetwork.actorOf(50), "fresh", SwimNetwork.addressOf(2), 0, network.wallMillis());
            network.boot(2, fresh);
            assertConverges(network, seed, Duration.ofSeconds(15));
            assertThat(network.nodes.get(0).told).as("seed %s", seed).contains(new Effect.Rename(before, fresh));
        }
    }

    @Test
    void nodeThatLeavesIsGoneWithoutSuspicion() {
        for (long seed = 0; seed < SEEDS; seed++) {
            SwimNetwork network = SwimNetwork.settled(seed, FAST, 6);
            network.leave(4);
            ActorId actor = SwimNetwork.actorOf(4);
            Duration took = network.runUntil(() -> network.nobodyCounts(actor), Duration.ofSeconds(30));
            assertThat(took).as("seed %s", seed).isLessThan(Duration.ofSeconds(1));
            assertThat(network.mostSuspects).as("seed %s", seed).isZero();
        }
    }

    @Test
    void clustersKeepApart() {
        SwimNetwork network = new SwimNetwork(1, FAST, 6);
        for (int i = 0; i < 6; i++) {
            network.boot(i, i % 2, 0);
        }
        network.run(Duration.ofSeconds(10));
        for (SwimNetwork.Node node : network.nodes) {
            assertThat(node.swim().all()).extracting(held -> held.id().actor()).doesNotContain(node.actor);
            assertThat(node.swim().all()).hasSize(2).allMatch(held -> held.id().clusterId() == node.index % 2);
        }
        assertThat(network.nodes.get(0).swim().otherClusterMessages()).isPositive();
    }

    private static void assertConverges(SwimNetwork network, long seed, Duration most) {
        Duration took = network.runUntil(network::agreed, most);
        assertThat(network.agreed()).as("seed %s agrees within %s", seed, took).isTrue();
    }
}
