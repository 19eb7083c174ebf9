package dev.gridlock.store.gossip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.Change;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.HybridTime;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.RowKey;
import dev.gridlock.store.crdt.SeqRange;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import dev.gridlock.store.membership.Envelope;
import dev.gridlock.store.membership.MemberId;
import dev.gridlock.store.membership.MemberState;
import dev.gridlock.store.membership.MemberUpdate;
import dev.gridlock.store.membership.SwimMessage;
import dev.gridlock.store.value.SqlValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
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
                new SeqRange(0, 11),
                14,
                HybridTime.ofMillis(1_700_000_000_000L),
                List.of(
                        new Change(first, "state", SqlValue.of("é\u0000x"), 3, 1, 0),
                        new Change(first, "weight", SqlValue.of(2.5), 1, 1, 1),
                        new Change(second, Change.SENTINEL, SqlValue.Null.VALUE, 2, 2, 5),
                        new Change(first, "blob", SqlValue.of(new byte[300]), 1, 1, 9)));
        WireSet wire = WireSet.of(set);
        MemberId member = new MemberId(ACTOR, "store-waw-1", new Endpoint("10.1.0.2", 8787), 65535, 1_700_000_000_000L);
        List<MemberUpdate> updates = List.of(
                new MemberUpdate(member, 3, MemberState.SUSPECT), new MemberUpdate(member, 0, MemberState.DOWN));
        List<Frame> frames = new ArrayList<>();
        for (SwimMessage message : List.of(
                new SwimMessage.Announce(),
                new SwimMessage.Feed(updates),
                new SwimMessage.Ping(1),
                new SwimMessage.Ack(-2),
                new SwimMessage.PingRequest(member, 3),
                new SwimMessage.IndirectPing(member, 4),
                new SwimMessage.IndirectAck(member, 5),
                new SwimMessage.ForwardedAck(member, 6),
                new SwimMessage.Gossip(),
                new SwimMessage.TurnUndead(member, member))) {
            frames.add(new Frame.Membership(new Envelope(member, 7, message, updates)));
        }
        frames.addAll(List.of(
                new Frame.Hello(ACTOR, "c", 1, new Endpoint("::1", 1), Frame.Purpose.MEMBERSHIP),
                new Frame.Hello(ACTOR, "a", 65535, new Endpoint("10.1.0.2", 8787), Frame.Purpose.SYNC),
                new Frame.Hello(ACTOR, "", 0, new Endpoint("::1", 1), Frame.Purpose.BROADCAST),
                new Frame.Welcome(ACTOR, "b"),
                new Frame.Refusal(Frame.Reason.MAX_CONCURRENCY_REACHED, "no"),
                new Frame.Broadcast(List.of(
                        new Spread(List.of(wire, wire), ActorSet.of(List.of(ACTOR))),
                        new Spread(List.of(wire), ActorSet.NONE))),
                new Frame.Request(
                        ACTOR,
                        List.of(new VersionRange(1, 9), VersionRange.of(11)),
                        new TreeMap<>(Map.of(10L, new PartialVersion(9, List.of(new SeqRange(2, 4)))))),
                new Frame.Answer(List.of(wire), new TreeMap<>(Map.of(ACTOR, List.of(VersionRange.of(3))))),
                new Frame.Done()));
        return frames;
    }

    @ParameterizedTest
    @MethodSource("frames")
    void aFrameIsReadAsItWasWritten(Frame frame) throws Exception {
        assertThat(FrameReader.fromBytes(FrameWriter.toBytes(frame))).isEqualTo(frame);
    }

    @Test
    void aStateKeepsGapsAndParts() throws Exception {
        VersionSet set = VersionSet.of(20, List.of(new VersionRange(3, 5), VersionRange.of(9)));
        ActorVersions versions = new ActorVersions(
                set, new TreeMap<>(Map.of(4L, new PartialVersion(7, List.of(new SeqRange(0, 2), new SeqRange(6, 7))))));
        Frame.State state = new Frame.State(new TreeMap<>(Map.of(ACTOR, versions)), HybridTime.ofMillis(12));
        assertThat(FrameReader.fromBytes(FrameWriter.toBytes(state)))
                .isInstanceOfSatisfying(
                        Frame.State.class, read -> assertThat(read).hasToString(state.toString()));
    }

    @Test
    void aSetIsKnownByItsBeginningAndReadAsAWhole() throws Exception {
        Frame.Broadcast broadcast = (Frame.Broadcast) frames().stream()
                .filter(Frame.Broadcast.class::isInstance)
                .findFirst()
                .orElseThrow();
        Frame.Broadcast read = (Frame.Broadcast) FrameReader.fromBytes(FrameWriter.toBytes(broadcast));
        WireSet sent = broadcast.spreads().getFirst().sets().getFirst();
        WireSet received = read.spreads().getFirst().sets().getFirst();
        assertThat(received.version()).isEqualTo(42);
        assertThat(received.seqs()).isEqualTo(new SeqRange(0, 11));
        assertThat(received.changes()).isEqualTo(4);
        assertThat(received.decode()).isEqualTo(sent.changeSet());
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
