package dev.gridlock.store.gossip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import dev.gridlock.store.value.SqlValue;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameCodecTest {
    private static final ActorId ACTOR = new ActorId(new UUID(-5, 9));

    static List<Frame> frames() {
        RowKey first = new RowKey("machines", List.of(SqlValue.of("m1"), SqlValue.of(7)));
        RowKey second = new RowKey("tags", List.of(SqlValue.of(new byte[] {0, -1})));
        ChangeSet set = new ChangeSet(
                ACTOR,
                "store-waw-1",
                42,
                List.of(
                        new Change(first, "state", SqlValue.of("é\u0000x"), 3, 1, 0),
                        new Change(first, "weight", SqlValue.of(2.5), 1, 1, 1),
                        new Change(second, Change.SENTINEL, SqlValue.Null.VALUE, 2, 2, 5),
                        new Change(first, "blob", SqlValue.of(new byte[300]), 1, 1, 9)));
        return List.of(
                new Frame.Hello(ACTOR, "a", 65535, new Endpoint("10.1.0.2", 8787), Frame.Purpose.SYNC),
                new Frame.Hello(ACTOR, "", 0, new Endpoint("::1", 1), Frame.Purpose.BROADCAST),
                new Frame.Welcome(ACTOR, "b"),
                new Frame.Refusal("no"),
                new Frame.Broadcast(List.of(
                        new Spread(List.of(set, set), new TreeSet<>(List.of(ACTOR))),
                        new Spread(List.of(set), new TreeSet<>()))),
                new Frame.Request(new TreeMap<>(Map.of(ACTOR, List.of(new VersionRange(1, 9), VersionRange.of(11))))),
                new Frame.Answer(List.of(set), new TreeMap<>(Map.of(ACTOR, List.of(VersionRange.of(3))))),
                new Frame.Done());
    }

    @ParameterizedTest
    @MethodSource("frames")
    void aFrameIsReadAsItWasWritten(Frame frame) throws Exception {
        assertThat(FrameReader.fromBytes(FrameWriter.toBytes(frame))).isEqualTo(frame);
    }

    @Test
    void headsKeepTheirGaps() throws Exception {
        VersionSet set = VersionSet.of(20, List.of(new VersionRange(3, 5), VersionRange.of(9)));
        Frame.Heads heads = new Frame.Heads(new TreeMap<>(Map.of(ACTOR, set)));
        assertThat(FrameReader.fromBytes(FrameWriter.toBytes(heads)))
                .isInstanceOfSatisfying(
                        Frame.Heads.class,
                        read -> assertThat(read.versions())
                                .hasToString(heads.versions().toString()));
    }

    @Test
    void bytesThatAreNoFrameEndTheConnectionAndNothingElse() {
        Random random = new Random(3);
        for (Frame frame : frames()) {
            byte[] good = FrameWriter.toBytes(frame);
            assertThatThrownBy(() -> FrameReader.fromBytes(Arrays.copyOf(good, good.length - 1)))
                    .isInstanceOf(ProtocolException.class);
            assertThatThrownBy(() -> FrameReader.fromBytes(Arrays.copyOf(good, good.length + 1)))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("expected none");
            for (int i = 0; i < 2_000; i++) {
                byte[] bad = good.clone();
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
                readOrRefuse(bad);
            }
        }
    }

    /** A flipped byte may still make a frame; anything but a frame or a refusal is a fault of the reader. */
    private static void readOrRefuse(byte[] bytes) {
        try {
            assertThat(FrameReader.fromBytes(bytes)).isNotNull();
        } catch (ProtocolException refused) {
            assertThat(refused).hasMessageStartingWith("found");
        }
    }
}
