package dev.gridlock.store.membership;

import static dev.gridlock.store.membership.MemberState.ALIVE;
import static dev.gridlock.store.membership.MemberState.SUSPECT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.config.SwimConfig;
import dev.gridlock.store.crdt.ActorId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The small parts: backlog, turns, timers, and the numbers that depend on the size of the cluster. */
class DisseminationTest {
    private static MemberUpdate update(int actor, MemberState state) {
        return new MemberUpdate(MemberUpdateTest.id(actor, actor, 100), 0, state);
    }

    @Test
    void leastSentUpdatesGoFirstAndEachAsOftenAsAllowed() {
        UpdateBacklog backlog = new UpdateBacklog();
        backlog.add(update(1, ALIVE));
        backlog.add(update(2, ALIVE));
        assertThat(backlog.take(1, 2)).containsExactly(update(1, ALIVE));
        backlog.add(update(0, ALIVE));
        assertThat(backlog.take(2, 2)).containsExactly(update(2, ALIVE), update(0, ALIVE));
        assertThat(backlog.take(2, 2)).containsExactly(update(1, ALIVE), update(2, ALIVE));
        assertThat(backlog.take(2, 2)).containsExactly(update(0, ALIVE));
        assertThat(backlog.isEmpty()).isTrue();
    }

    @Test
    void newerUpdateReplacesTheOlderOfTheSameMember() {
        UpdateBacklog backlog = new UpdateBacklog();
        backlog.add(update(1, ALIVE));
        backlog.take(1, 2);
        backlog.add(update(1, SUSPECT));
        assertThat(backlog.size()).isEqualTo(1);
        assertThat(backlog.take(5, 2)).containsExactly(update(1, SUSPECT));
        assertThat(backlog.take(5, 2)).containsExactly(update(1, SUSPECT));
        assertThat(backlog.take(5, 2)).isEmpty();
    }

    @Test
    void everyMemberComesUpWithinTwoRoundsLessOne() {
        for (long seed = 0; seed < 200; seed++) {
            ProbeRotation rotation = new ProbeRotation(new Random(seed));
            int count = 1 + (int) (seed % 12);
            for (int i = 0; i < count; i++) {
                rotation.add(SwimNetwork.actorOf(i));
            }
            List<ActorId> turns = new ArrayList<>();
            for (int i = 0; i < 20 * count; i++) {
                turns.add(rotation.next().orElseThrow());
            }
            for (int start = 0; start + 2 * count - 1 <= turns.size(); start++) {
                assertThat(turns.subList(start, start + 2 * count - 1))
                        .as("seed %s from %s", seed, start)
                        .contains(IntStream.range(0, count)
                                .mapToObj(SwimNetwork::actorOf)
                                .toArray(ActorId[]::new));
            }
        }
    }

    @Test
    void newcomersAndGoersDoNotCostOthersTheirTurn() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            ProbeRotation rotation = new ProbeRotation(random);
            rotation.add(SwimNetwork.actorOf(0));
            int wait = 0;
            for (int i = 1; i < 300; i++) {
                int other = 1 + random.nextInt(5);
                rotation.remove(SwimNetwork.actorOf(other));
                if (random.nextBoolean()) {
                    rotation.add(SwimNetwork.actorOf(other));
                }
                wait = rotation.next().orElseThrow().equals(SwimNetwork.actorOf(0)) ? 0 : wait + 1;
                assertThat(wait).as("seed %s, turn %s", seed, i).isLessThan(40);
            }
        }
    }

    @Test
    void timersFireByDeadlineAcrossTheEndOfTheClock() {
        TimerQueue timers = new TimerQueue();
        long end = Long.MAX_VALUE;
        timers.set(end + 5, new Timer.Gossip());
        timers.set(end - 5, new Timer.Probe());
        timers.set(end - 5, new Timer.Announce());
        assertThat(timers.next()).hasValue(end - 5);
        assertThat(timers.poll(end - 6)).isEmpty();
        assertThat(timers.poll(end)).contains(new Timer.Probe());
        assertThat(timers.poll(end)).contains(new Timer.Announce());
        assertThat(timers.poll(end)).isEmpty();
        assertThat(timers.poll(end + 5)).contains(new Timer.Gossip());
    }

    @ParameterizedTest
    @CsvSource({"1,1,30", "3,2,30", "10,4,30", "50,6,50", "100,8,60", "1000,12,90"})
    void countsGrowWithTheLogarithmOfTheCluster(int size, int transmissions, int suspicionSeconds) {
        assertThat(SwimConfig.wan().transmissions(size)).isEqualTo(transmissions);
        assertThat(SwimConfig.wan().suspicionNanos(size) / 1_000_000_000).isEqualTo(suspicionSeconds);
    }

    @Test
    void configurationOutOfBoundsIsRefused() {
        SwimConfig wan = SwimConfig.wan();
        assertThatThrownBy(() -> new SwimConfig(
                        wan.probePeriod(),
                        wan.probePeriod(),
                        3,
                        6,
                        0,
                        20,
                        wan.gossip(),
                        wan.announce(),
                        wan.announceToDown(),
                        wan.bootstrap(),
                        true,
                        wan.removeDownAfter()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("probeRtt: found PT5S, expected PT0.000000001S to PT4.999999999S");
        assertThatThrownBy(() -> new SwimConfig.Rounds(Duration.ofSeconds(1), 0))
                .hasMessage("members: found 0, expected 1 to 1000");
        assertThatThrownBy(() ->
                        new SwimConfig.Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1), 1, Duration.ofSeconds(1)))
                .hasMessageStartingWith("longest: found PT1S, expected PT2S");
    }
}
