package dev.gridlock.toxiproxy.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.toxiproxy.toxic.Attributes;
import dev.gridlock.toxiproxy.toxic.Bandwidth;
import dev.gridlock.toxiproxy.toxic.Chunk;
import dev.gridlock.toxiproxy.toxic.End;
import dev.gridlock.toxiproxy.toxic.Item;
import dev.gridlock.toxiproxy.toxic.Latency;
import dev.gridlock.toxiproxy.toxic.LimitData;
import dev.gridlock.toxiproxy.toxic.PassingStage;
import dev.gridlock.toxiproxy.toxic.ResetPeer;
import dev.gridlock.toxiproxy.toxic.Slicer;
import dev.gridlock.toxiproxy.toxic.SlowClose;
import dev.gridlock.toxiproxy.toxic.Stage;
import dev.gridlock.toxiproxy.toxic.Timeout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class PipelineTest {
    private static final long MILLI = 1_000_000;

    private static Stage stage(Attributes attributes) {
        return attributes.stage(new SplittableRandom(1), 0);
    }

    private static Chunk chunk(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return Chunk.of(bytes, 0);
    }

    private static byte[] bytes(@Nullable Item item) {
        if (!(item instanceof Chunk chunk)) {
            throw new AssertionError("found " + item + ", expected a chunk");
        }
        return Arrays.copyOfRange(chunk.bytes(), chunk.from(), chunk.from() + chunk.length());
    }

    /** Attributes that neither lose data nor end anything within the time of a test. */
    private static Attributes harmless(SplittableRandom random) {
        return switch (random.nextInt(6)) {
            case 0 -> new Latency(random.nextInt(20), random.nextInt(10));
            case 1 -> new Bandwidth(random.nextInt(0, 3));
            case 2 -> new Slicer(random.nextInt(1, 10), random.nextInt(5), random.nextInt(100));
            case 3 -> new SlowClose(random.nextInt(5));
            case 4 -> new LimitData(Long.MAX_VALUE);
            default -> new ResetPeer(1_000_000);
        };
    }

    @RepeatedTest(300)
    void nothingIsLostOrOvertakenWhileToxicsComeGoAndChange(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        SplittableRandom random = new SplittableRandom(seed);
        Pipeline pipeline = new Pipeline();
        List<String> names = new ArrayList<>();
        List<Attributes> attributes = new ArrayList<>();
        int expected = 0;
        int next = 0;
        long now = 0;
        for (int step = 0; step < 500; step++) {
            now += random.nextLong(3 * MILLI);
            switch (random.nextInt(6)) {
                case 0 -> {
                    Attributes added = harmless(random);
                    names.add("t" + step);
                    attributes.add(added);
                    pipeline.add("t" + step, random.nextInt(4) == 0 ? new PassingStage() : added.stage(random, now));
                }
                case 1 -> {
                    if (!names.isEmpty()) {
                        int index = random.nextInt(names.size());
                        attributes.remove(index);
                        pipeline.remove(names.remove(index));
                    }
                }
                case 2 -> {
                    if (!names.isEmpty()) {
                        int index = random.nextInt(names.size());
                        switch (random.nextInt(3)) {
                            case 0 -> pipeline.replace(names.get(index), new PassingStage(), now);
                            case 1 ->
                                pipeline.replace(
                                        names.get(index), attributes.get(index).stage(random, now), now);
                            default -> pipeline.change(names.get(index), attributes.get(index), now);
                        }
                    }
                }
                default -> {
                    if (pipeline.hasRoom()) {
                        pipeline.put(chunk(next, next + 1, next + 2));
                        next += 3;
                    }
                }
            }
            pipeline.advance(now);
            if (random.nextBoolean()) {
                for (Item item = pipeline.poll(); item != null; item = pipeline.poll()) {
                    for (byte value : bytes(item)) {
                        assertThat(value).as("seed %d, step %d", seed, step).isEqualTo((byte) expected++);
                    }
                    pipeline.advance(now);
                }
            }
        }
        names.forEach(pipeline::remove);
        pipeline.put(End.FINISHED);
        for (Item item = pipeline.poll(); item != End.FINISHED; item = pipeline.poll()) {
            assertThat(item).as("seed %d", seed).isNotNull();
            for (byte value : bytes(item)) {
                assertThat(value).as("seed %d", seed).isEqualTo((byte) expected++);
            }
        }
        assertThat(expected).as("seed %d", seed).isEqualTo(next);
        assertThat(pipeline.poll()).isNull();
    }

    @Test
    void anUrgentEndOvertakesWhatWaitsToBeSent() {
        Pipeline pipeline = new Pipeline();
        while (pipeline.hasRoom()) {
            pipeline.put(chunk(1));
        }
        pipeline.add("t", stage(new Timeout(5)));
        assertThat(pipeline.urgentAt()).isEqualTo(5 * MILLI);
        pipeline.advance(5 * MILLI - 1);
        assertThat(pipeline.urgentEnd()).isNull();
        pipeline.advance(5 * MILLI);
        assertThat(pipeline.urgentEnd()).isEqualTo(End.CUT);
        assertThat(pipeline.poll()).isEqualTo(End.CUT);
        assertThat(pipeline.poll()).isNull();
    }

    @Test
    void theEndOfALimitWaitsForItsData() {
        Pipeline pipeline = new Pipeline();
        pipeline.add("limit", stage(new LimitData(2)));
        pipeline.add("late", stage(new Latency(10, 0)));
        pipeline.put(chunk(1, 2, 3));
        pipeline.advance(0);
        assertThat(pipeline.poll()).isNull();
        assertThat(pipeline.wakeAt(0)).isEqualTo(10 * MILLI);
        pipeline.advance(10 * MILLI);
        assertThat(bytes(pipeline.poll())).containsExactly(1, 2);
        assertThat(pipeline.poll()).isEqualTo(End.CLOSED);
    }

    @Test
    void afterTheEndNothingLeaves() {
        Pipeline pipeline = new Pipeline();
        pipeline.add("limit", stage(new LimitData(1)));
        pipeline.put(chunk(1, 2));
        pipeline.advance(0);
        pipeline.remove("limit");
        pipeline.put(chunk(3));
        pipeline.advance(0);
        assertThat(bytes(pipeline.poll())).containsExactly(1);
        assertThat(pipeline.poll()).isEqualTo(End.CLOSED);
        assertThat(pipeline.poll()).isNull();
        assertThat(pipeline.isTransparent()).isFalse();
    }

    @Test
    void aStageThatWaitsForRoomIsNotWaitedForByTime() {
        Pipeline pipeline = new Pipeline();
        pipeline.add("late", stage(new Latency(1, 0)));
        for (int i = 0; i < 10; i++) {
            pipeline.put(chunk(i));
            pipeline.advance(0);
        }
        pipeline.advance(MILLI);
        assertThat(pipeline.wakeAt(MILLI)).isEqualTo(Stage.NEVER);
        assertThat(bytes(pipeline.poll())).containsExactly(0);
    }

    @Test
    void theStagesOfAConnectionAreInTheOrderOfTheirToxics() {
        Pipeline pipeline = new Pipeline();
        pipeline.add("limit", stage(new LimitData(3)));
        pipeline.add("slices", stage(new Slicer(1, 0, 0)));
        pipeline.put(chunk(1, 2, 3, 4));
        List<Integer> sizes = new ArrayList<>();
        pipeline.advance(0);
        for (Item item = pipeline.poll(); item instanceof Chunk chunk; item = pipeline.poll()) {
            sizes.add(chunk.length());
            pipeline.advance(0);
        }
        assertThat(sizes).containsExactly(1, 1, 1);
        assertThat(pipeline.works("limit")).isTrue();
    }
}
