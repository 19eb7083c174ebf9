package dev.gridlock.toxiproxy.toxic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each stage at given instants, in nanoseconds. */
class StagesTest {
    private static final long MILLI = 1_000_000;

    private static Stage stage(Attributes attributes) {
        return attributes.stage(new SplittableRandom(1), 0);
    }

    private static Chunk chunk(int length, long arrived) {
        return Chunk.of(new byte[length], arrived);
    }

    private static Chunk chunk(@Nullable Item item) {
        if (item instanceof Chunk chunk) {
            return chunk;
        }
        throw new AssertionError("found " + item + ", expected a chunk");
    }

    private static int length(@Nullable Item item) {
        return chunk(item).length();
    }

    /** All that leaves up to an instant, when the stage is asked at its own instants only. */
    private static List<Item> drain(Stage stage, long until) {
        List<Item> items = new ArrayList<>();
        for (long now = stage.wakeAt(); now <= until; now = stage.wakeAt()) {
            Item item = stage.next(now);
            if (item == null) {
                throw new AssertionError("nothing left at " + now + ", the stage's own instant");
            }
            items.add(item);
        }
        return items;
    }

    @Test
    void latencyHoldsAChunkUntilItIsDueAndNotLonger() {
        Stage stage = stage(new Latency(20, 0));
        stage.take(chunk(3, 5), 7);
        assertThat(stage.wakeAt()).isEqualTo(5 + 20 * MILLI);
        assertThat(stage.next(4 + 20 * MILLI)).isNull();
        Item left = stage.next(5 + 20 * MILLI);
        assertThat(chunk(left).arrived()).isEqualTo(5 + 20 * MILLI);
        assertThat(stage.wakeAt()).isEqualTo(Stage.NEVER);
    }

    @Test
    void latencyWithJitterDrawsFromTheWholeRangeAndKeepsTheOrder() {
        SplittableRandom random = new SplittableRandom(9);
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            Stage stage = new Latency(20, 10).stage(random, 0);
            stage.take(chunk(1, 0), 0);
            delays.add(stage.wakeAt() / MILLI);
        }
        assertThat(delays).allMatch(delay -> delay >= 10 && delay < 30).contains(10L, 29L);
        assertThat(delays.stream().mapToLong(delay -> delay).average().orElseThrow())
                .isCloseTo(19.5, within(0.7));

        Stage stage = stage(new Latency(20, 10));
        for (int i = 1; i <= 100; i++) {
            stage.take(chunk(i, i), i);
        }
        List<Item> left = drain(stage, 40 * MILLI);
        assertThat(left).hasSize(100);
        for (int i = 1; i <= 100; i++) {
            assertThat(length(left.get(i - 1))).isEqualTo(i);
        }
    }

    @Test
    void equalSeedsGiveEqualJitterAndSlicesWhateverTheTimes() {
        List<Long> first = jitters(new Draws(5, "p", 1), 0);
        assertThat(jitters(new Draws(5, "p", 1), 12_345)).isEqualTo(first);
        assertThat(jitters(new Draws(6, "p", 1), 0)).isNotEqualTo(first);
        assertThat(jitters(new Draws(5, "p", 2), 0)).isNotEqualTo(first);
        Stage slicer = new Slicer(100, 50, 0).stage(new Draws(5, "p", 1).random("t"), 0);
        Stage same = new Slicer(100, 50, 0).stage(new Draws(5, "p", 1).random("t"), 99);
        slicer.take(chunk(10_000, 0), 0);
        same.take(chunk(10_000, 99), 99);
        assertThat(drain(slicer, 99).stream().map(StagesTest::length).toList())
                .isEqualTo(drain(same, 99).stream().map(StagesTest::length).toList());
    }

    private static List<Long> jitters(Draws draws, long start) {
        Stage stage = new Latency(50, 50).stage(draws.random("t"), start);
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            stage.take(chunk(1, start), start);
            delays.add(stage.wakeAt() - start);
            assertThat(stage.next(stage.wakeAt())).isNotNull();
        }
        return delays;
    }

    @Test
    void theEndFollowsDelayedDataWithoutADelayOfItsOwn() {
        Stage stage = stage(new Latency(20, 0));
        stage.take(chunk(1, 0), 0);
        stage.take(End.FINISHED, 1);
        assertThat(stage.next(20 * MILLI)).isInstanceOf(Chunk.class);
        assertThat(stage.next(20 * MILLI)).isEqualTo(End.FINISHED);
    }

    @Test
    void absurdDelaysNeverComeInsteadOfOverflowing() {
        Stage longest = stage(new Latency(Long.MAX_VALUE, Long.MAX_VALUE));
        longest.take(chunk(1, 5), 5);
        assertThat(longest.wakeAt()).isGreaterThan(Long.MAX_VALUE / 2);
        Stage past = stage(new Latency(Long.MIN_VALUE, 0));
        past.take(chunk(1, 5), 5);
        assertThat(past.next(5)).isNotNull();
        Stage slow = stage(new SlowClose(Long.MAX_VALUE));
        slow.take(End.FINISHED, 5);
        assertThat(slow.wakeAt()).isEqualTo(Stage.NEVER);
    }

    @Test
    void bandwidthTakesExactlyTheTimeOfItsRate() {
        // 8 kilobytes a second are 800 bytes in 100 ms
        Stage stage = stage(new Bandwidth(8));
        stage.take(chunk(2_000, 0), 0);
        assertThat(stage.next(100 * MILLI - 1)).isNull();
        assertThat(length(stage.next(100 * MILLI))).isEqualTo(800);
        assertThat(stage.next(200 * MILLI - 1)).isNull();
        assertThat(length(stage.next(230 * MILLI))).isEqualTo(800);
        // lateness is not added up
        assertThat(stage.wakeAt()).isEqualTo(250 * MILLI);
        assertThat(length(stage.next(250 * MILLI))).isEqualTo(400);
        assertThat(stage.wakeAt()).isEqualTo(Stage.NEVER);
    }

    @Test
    void bandwidthDoesNotSaveUpWhileIdle() {
        Stage stage = stage(new Bandwidth(1));
        stage.take(chunk(50, 0), 0);
        assertThat(stage.next(50 * MILLI)).isNotNull();
        stage.take(chunk(50, 0), 1_000 * MILLI);
        assertThat(stage.wakeAt()).isEqualTo(1_050 * MILLI);
    }

    @Test
    void anyBandwidthIsTakenAndNothingOverflows() {
        for (long rate : new long[] {Long.MIN_VALUE, -1, 0}) {
            Stage stage = stage(new Bandwidth(rate));
            stage.take(chunk(10, 0), 0);
            assertThat(stage.wakeAt()).isEqualTo(Stage.NEVER);
            assertThat(stage.next(Long.MAX_VALUE - 1)).isNull();
        }
        for (long rate : new long[] {1, 999, 1_000_000, Integer.MAX_VALUE, 1L << 40, Long.MAX_VALUE}) {
            Stage stage = stage(new Bandwidth(rate));
            stage.take(chunk(65_536, 0), 0);
            long bytes = 0;
            long last = 0;
            while (stage.wakeAt() != Stage.NEVER) {
                last = stage.wakeAt();
                bytes += length(stage.next(last));
            }
            assertThat(bytes).isEqualTo(65_536);
            assertThat((double) last).isBetween(65_536.0 * MILLI / rate, 65_536.0 * MILLI / rate + 700);
        }
    }

    @Test
    void slicesHaveTheStatedSizesAndPauses() {
        Stage stage = stage(new Slicer(100, 20, 3));
        stage.take(chunk(100_000, 0), 0);
        List<Item> slices = drain(stage, Stage.NEVER - 1);
        assertThat(slices.subList(0, slices.size() - 1)).allMatch(slice -> length(slice) >= 80 && length(slice) <= 120);
        assertThat(slices.stream().mapToInt(StagesTest::length).sum()).isEqualTo(100_000);
        assertThat(100_000.0 / slices.size()).isCloseTo(100, within(2.0));
        stage.take(chunk(1, 0), 0);
        assertThat(stage.wakeAt()).isEqualTo(slices.size() * 3_000L);
    }

    @Test
    void slicesOfOddSizesHaveAByteAtLeast() {
        for (Slicer slicer : List.of(new Slicer(0, 0, 0), new Slicer(5, 50, 0), new Slicer(-3, Long.MAX_VALUE, -9))) {
            Stage stage = stage(slicer);
            stage.take(chunk(100, 0), 0);
            List<Item> slices = drain(stage, 0);
            assertThat(slices.stream().mapToInt(StagesTest::length).sum()).isEqualTo(100);
        }
    }

    @Test
    void aTimeoutCountsFromItsBeginningWhateverComes() {
        Stage stage = new Timeout(10).stage(new SplittableRandom(1), 5 * MILLI);
        stage.take(chunk(1, 0), 14 * MILLI);
        assertThat(stage.next(15 * MILLI - 1)).isNull();
        assertThat(stage.urgentAt()).isEqualTo(15 * MILLI);
        assertThat(stage.next(15 * MILLI)).isEqualTo(End.CUT);
        assertThat(stage.wakeAt()).isEqualTo(Stage.NEVER);
        assertThat(stage(new Timeout(0)).wakeAt()).isEqualTo(Stage.NEVER);
        assertThat(stage(new Timeout(0)).release()).containsExactly(End.CUT);
    }

    @Test
    void aResetCountsFromTheFirstItemAndHoldsIt() {
        Stage stage = stage(new ResetPeer(10));
        assertThat(stage.wakeAt()).isEqualTo(Stage.NEVER);
        Chunk first = chunk(1, 0);
        stage.take(first, 7 * MILLI);
        assertThat(stage.wants()).isFalse();
        assertThat(stage.release()).containsExactly(first);
        assertThat(stage.next(17 * MILLI - 1)).isNull();
        assertThat(stage.next(17 * MILLI)).isEqualTo(End.RESET);
    }

    @Test
    void aLimitLetsExactlyItsBytesThrough() {
        for (int limit : new int[] {0, 1, 99, 100, 101, 250}) {
            Stage stage = stage(new LimitData(limit));
            int passed = 0;
            for (int i = 0; i < 5 && stage.wants(); i++) {
                stage.take(chunk(100, 0), 0);
                for (Item item : drain(stage, 0)) {
                    passed += item instanceof Chunk chunk ? chunk.length() : 0;
                    assertThat(item == End.CLOSED).isEqualTo(!stage.wants() && !(item instanceof Chunk));
                }
            }
            assertThat(passed).isEqualTo(limit);
            assertThat(stage.wants()).isFalse();
        }
    }
}
