package dev.gridlock.store.membership;

import static dev.gridlock.store.membership.MemberState.ALIVE;
import static dev.gridlock.store.membership.MemberState.DOWN;
import static dev.gridlock.store.membership.MemberState.SUSPECT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.SwimConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One node, message by message. */
class SwimTest {
    private static final long SECOND = 1_000_000_000;
    private static final long WALL = 5_000;
    private static final MemberId SELF = MemberUpdateTest.id(0, 0, 1_000);
    private static final MemberId ONE = MemberUpdateTest.id(1, 1, 1_000);
    private static final MemberId TWO = MemberUpdateTest.id(2, 2, 1_000);
    private static final SwimConfig WAN = SwimConfig.wan();

    private final Swim swim = node(List.of());

    private static Swim node(List<Endpoint> bootstrap) {
        return new Swim(SELF, WAN, new Random(1), () -> WALL, bootstrap);
    }

    private static Envelope from(MemberId sender, SwimMessage message, MemberUpdate... updates) {
        return new Envelope(sender, 0, message, List.of(updates));
    }

    private static List<Effect.Send> sends(List<Effect> effects) {
        return effects.stream()
                .filter(Effect.Send.class::isInstance)
                .map(Effect.Send.class::cast)
                .toList();
    }

    private static List<Effect> notifications(List<Effect> effects) {
        return effects.stream().filter(Effect.Notification.class::isInstance).toList();
    }

    private void meet(MemberId... members) {
        for (MemberId id : members) {
            assertThat(swim.onMessage(from(id, new SwimMessage.Gossip()), 0)).contains(new Effect.MemberUp(id));
        }
    }

    @Test
    void bootstrapIsCalledWithDoublingPausesAsLongAsNobodyIsKnown() {
        Endpoint there = SwimNetwork.addressOf(1);
        Swim lonely = node(List.of(there, SwimNetwork.addressOf(0), there));
        List<Long> calls = new ArrayList<>();
        List<Effect> effects = lonely.start(0);
        long now = 0;
        while (now < 2000 * SECOND) {
            for (Effect.Send send : sends(effects)) {
                assertThat(send.to()).isEqualTo(there);
                assertThat(send.envelope().message()).isEqualTo(new SwimMessage.Announce());
                calls.add(now / SECOND);
            }
            now = lonely.nextTimerNanos().orElseThrow();
            effects = lonely.onTimer(now);
        }
        assertThat(calls)
                .containsExactly(0L, 5L, 15L, 35L, 75L, 155L, 275L, 395L, 515L, 635L, 755L, 1055L, 1355L, 1655L, 1955L);
    }

    @Test
    void atMostTenAddressesAreCalledAtOnceAndRestoredMembersFillUp() {
        List<Endpoint> many =
                IntStream.range(1, 30).mapToObj(SwimNetwork::addressOf).toList();
        assertThat(sends(node(many).start(0)))
                .extracting(Effect.Send::to)
                .hasSize(10)
                .doesNotHaveDuplicates();

        Swim restored = node(List.of(SwimNetwork.addressOf(9)));
        restored.restore(List.of(ONE, TWO, SELF.bornAt(1)));
        assertThat(sends(restored.start(0)))
                .extracting(Effect.Send::to)
                .containsExactlyInAnyOrder(SwimNetwork.addressOf(9), ONE.address(), TWO.address());
        assertThat(restored.all()).isEmpty();
    }

    @Test
    void restoredMembersAreCalledUntilTheyAreHeardOf() {
        swim.restore(List.of(ONE, TWO));
        swim.start(0);
        meet(ONE);
        List<Endpoint> called = new ArrayList<>();
        while (swim.nextTimerNanos().orElseThrow() < 40 * SECOND || called.isEmpty()) {
            long now = swim.nextTimerNanos().orElseThrow();
            sends(swim.onTimer(now)).stream()
                    .filter(send -> send.envelope().message() instanceof SwimMessage.Announce)
                    .map(Effect.Send::to)
                    .filter(to -> !to.equals(ONE.address()))
                    .forEach(called::add);
            swim.onMessage(new Envelope(ONE, now, new SwimMessage.Gossip(), List.of()), now);
        }
        assertThat(called).containsOnly(TWO.address());
    }

    @Test
    void announceIsAnsweredWithActiveMembersWithinTheBoundOfAMessage() {
        for (int i = 1; i <= 40; i++) {
            meet(MemberUpdateTest.id(i, i, 1_000));
        }
        MemberId newcomer = MemberUpdateTest.id(90, 90, 1_000);
        List<Effect.Send> answer = sends(swim.onMessage(from(newcomer, new SwimMessage.Announce()), 0));
        assertThat(answer).hasSize(1);
        assertThat(answer.getFirst().to()).isEqualTo(newcomer.address());
        SwimMessage.Feed feed = (SwimMessage.Feed) answer.getFirst().envelope().message();
        assertThat(feed.members()).hasSize(20).extracting(MemberUpdate::id).doesNotContain(newcomer);
    }

    @Test
    void probesDirectlyThenThroughHelpersThenSuspectsThenDeclaresDown() {
        swim.start(0);
        meet(ONE);
        List<Effect> effects = new ArrayList<>();
        long asked = -1;
        long suspected = -1;
        long pinged = -1;
        while (swim.all().getFirst().state() != DOWN) {
            long now = swim.nextTimerNanos().orElseThrow();
            assertThat(now).isLessThan(60 * SECOND);
            List<Effect> step = swim.onTimer(now);
            effects.addAll(notifications(step));
            for (Effect.Send send : sends(step)) {
                if (pinged < 0 && send.envelope().message() instanceof SwimMessage.Ping) {
                    pinged = now;
                    meet(TWO);
                }
                if (asked < 0 && send.envelope().message() instanceof SwimMessage.PingRequest request) {
                    asked = now;
                    assertThat(send.to()).isEqualTo(TWO.address());
                    assertThat(request.target()).isEqualTo(ONE);
                }
                if (send.envelope().message() instanceof SwimMessage.Ping ping
                        && send.to().equals(TWO.address())) {
                    swim.onMessage(from(TWO, new SwimMessage.Ack(ping.number())), now + 1);
                }
            }
            if (suspected < 0 && swim.all().getFirst().state() == SUSPECT) {
                suspected = now;
            }
        }
        assertThat(asked - pinged).isEqualTo(3 * SECOND);
        assertThat(suspected - pinged).isEqualTo(5 * SECOND);
        assertThat(effects).containsExactly(new Effect.MemberDown(ONE));
    }

    @Test
    void helperPassesPingAndAnswerOn() {
        meet(ONE, TWO);
        assertThat(messageTo(TWO, from(ONE, new SwimMessage.PingRequest(TWO, 7))))
                .isEqualTo(new SwimMessage.IndirectPing(ONE, 7));
        assertThat(messageTo(ONE, from(TWO, new SwimMessage.IndirectAck(ONE, 7))))
                .isEqualTo(new SwimMessage.ForwardedAck(TWO, 7));
        assertThat(messageTo(ONE, from(ONE, new SwimMessage.IndirectPing(TWO, 8))))
                .isEqualTo(new SwimMessage.IndirectAck(TWO, 8));
        assertThat(messageTo(ONE, from(ONE, new SwimMessage.Ping(9)))).isEqualTo(new SwimMessage.Ack(9));
    }

    private SwimMessage messageTo(MemberId to, Envelope received) {
        List<Effect.Send> sent = sends(swim.onMessage(received, 0));
        assertThat(sent).hasSize(1).allMatch(send -> send.to().equals(to.address()));
        return sent.getFirst().envelope().message();
    }

    @Test
    void suspicionOfSelfIsRefutedAboveTheClaimAndStaleOnesAreNot() {
        meet(ONE);
        MemberUpdate suspicion = new MemberUpdate(SELF, 4, SUSPECT);
        List<Effect.Send> sent = sends(swim.onMessage(from(ONE, new SwimMessage.Gossip(), suspicion), 0));
        assertThat(swim.self()).isEqualTo(new MemberUpdate(SELF, 5, ALIVE));
        assertThat(sent).anyMatch(send -> send.envelope().updates().contains(swim.self()));
        assertThat(sends(swim.onMessage(from(ONE, new SwimMessage.Gossip(), suspicion), 0)))
                .isEmpty();
        assertThat(swim.self().incarnation()).isEqualTo(5);
    }

    @Test
    void suspectIsAlwaysToldOfTheSuspicion() {
        meet(ONE, TWO);
        MemberUpdate suspicion = new MemberUpdate(ONE, 0, SUSPECT);
        swim.onMessage(from(TWO, new SwimMessage.Gossip(), suspicion), 0);
        for (int i = 0; i < 20; i++) {
            List<Effect.Send> sent = sends(swim.onMessage(from(ONE, new SwimMessage.Ping(i)), 0));
            assertThat(sent)
                    .singleElement()
                    .satisfies(send -> assertThat(send.envelope().updates()).contains(suspicion));
        }
    }

    @Test
    void nodeDeclaredDownRenewsItselfAndCallsWhoSaidSo() {
        meet(ONE);
        List<Effect> effects = swim.onMessage(from(ONE, new SwimMessage.Gossip(), new MemberUpdate(SELF, 0, DOWN)), 0);
        MemberId renewed = SELF.bornAt(WALL);
        assertThat(notifications(effects)).containsExactly(new Effect.Rejoin(renewed));
        assertThat(sends(effects))
                .anyMatch(send -> send.to().equals(ONE.address())
                        && send.envelope().sender().equals(renewed)
                        && send.envelope().message().equals(new SwimMessage.Announce()));
    }

    @Test
    void noticeRenewsBeyondWhatIsHeldAndOnlyTheIdentityThatItNames() {
        SwimMessage notice = new SwimMessage.TurnUndead(SELF, SELF.bornAt(9_000));
        assertThat(notifications(swim.onMessage(from(ONE, notice), 0)))
                .containsExactly(new Effect.Rejoin(SELF.bornAt(9_001)));
        assertThat(swim.onMessage(from(ONE, notice), 100 * SECOND)).isEmpty();
    }

    @Test
    void identityIsRenewedAtMostOnceInAWhile() {
        for (int i = 1; i <= 100; i++) {
            MemberId other = SELF.bornAt(10_000L * i);
            swim.onMessage(from(other, new SwimMessage.Gossip()), i * (SECOND / 10));
        }
        // Ten seconds at one renewal in three.
        assertThat(swim.self().id().bornAtMillis()).isBetween(900_000L, 940_000L);
        assertThat(swim.all()).isEmpty();
    }

    @Test
    void messagesOfWhoeverIsDownAreAnsweredWithANoticeOnly() {
        meet(ONE, TWO);
        swim.onMessage(from(TWO, new SwimMessage.Gossip(), new MemberUpdate(ONE, 0, DOWN)), 0);
        MemberUpdate rumour = new MemberUpdate(TWO, 0, SUSPECT);
        List<Effect> effects = swim.onMessage(from(ONE, new SwimMessage.Ping(1), rumour), 0);
        assertThat(effects).hasSize(1);
        assertThat(sends(effects).getFirst().envelope().message()).isEqualTo(new SwimMessage.TurnUndead(ONE, ONE));
        assertThat(swim.members()).containsExactly(new MemberUpdate(TWO, 0, ALIVE));
    }

    @Test
    void formerIdentityIsToldOfThePresentOne() {
        meet(ONE.bornAt(2_000));
        List<Effect> effects = swim.onMessage(from(ONE, new SwimMessage.Ping(1)), 0);
        assertThat(effects).hasSize(1);
        assertThat(sends(effects).getFirst().envelope().message())
                .isEqualTo(new SwimMessage.TurnUndead(ONE, ONE.bornAt(2_000)));
    }

    @Test
    void notificationsTellTheFirstAndTheLastMember() {
        assertThat(swim.onMessage(from(ONE, new SwimMessage.Gossip()), 0))
                .containsExactly(new Effect.MemberUp(ONE), new Effect.Active());
        MemberId renewed = ONE.bornAt(2_000);
        assertThat(notifications(swim.onMessage(from(renewed, new SwimMessage.Gossip()), 0)))
                .containsExactly(new Effect.Rename(ONE, renewed));
        Envelope farewell = from(renewed, new SwimMessage.Gossip(), new MemberUpdate(renewed, 0, DOWN));
        assertThat(swim.onMessage(farewell, 0)).containsExactly(new Effect.MemberDown(renewed), new Effect.Idle());
        MemberId again = ONE.bornAt(3_000);
        assertThat(swim.onMessage(from(again, new SwimMessage.Gossip()), 0))
                .containsExactly(new Effect.Rename(renewed, again), new Effect.MemberUp(again), new Effect.Active());
    }

    @Test
    void newcomerThatTakesAnAddressDrivesItsOwnerOut() {
        meet(ONE, TWO);
        MemberId moved = MemberUpdateTest.id(1, 2, 2_000);
        assertThat(notifications(swim.onMessage(from(moved, new SwimMessage.Gossip()), 0)))
                .containsExactly(new Effect.MemberDown(TWO), new Effect.Rename(ONE, moved));
        assertThat(swim.all()).containsExactly(new MemberUpdate(moved, 0, ALIVE));
    }

    @Test
    void afterLeavingNothingHappens() {
        swim.start(0);
        meet(ONE, TWO);
        List<Effect> effects = swim.leave(1);
        assertThat(sends(effects))
                .hasSize(2)
                .allMatch(send -> send.envelope().updates().contains(new MemberUpdate(SELF, 0, DOWN)));
        assertThat(notifications(effects)).containsExactly(new Effect.Defunct());
        assertThat(swim.leave(2)).isEmpty();
        assertThat(swim.nextTimerNanos()).isEmpty();
        assertThat(swim.onMessage(from(ONE, new SwimMessage.Ping(1)), 3)).isEmpty();
        assertThat(swim.onMessage(from(ONE, new SwimMessage.TurnUndead(SELF, SELF)), 3))
                .isEmpty();
    }

    @Test
    void otherClustersAreCountedAndNotBelieved() {
        MemberId stranger = new MemberId(ONE.actor(), "n1", ONE.address(), 7, 1_000);
        assertThat(swim.onMessage(from(stranger, new SwimMessage.Announce()), 0))
                .isEmpty();
        assertThat(swim.otherClusterMessages()).isEqualTo(1);
        MemberUpdate rumour = new MemberUpdate(stranger, 0, ALIVE);
        swim.onMessage(from(TWO, new SwimMessage.Gossip(), rumour), 0);
        assertThat(swim.all()).extracting(MemberUpdate::id).containsExactly(TWO);
    }

    @Test
    void memberThatIsDownIsForgottenInTheEnd() {
        swim.start(0);
        swim.onMessage(from(TWO, new SwimMessage.Gossip(), new MemberUpdate(ONE, 0, DOWN)), 0);
        long end = WAN.removeDownAfter().toNanos();
        swim.onTimer(end - 1);
        assertThat(swim.all()).hasSize(2);
        swim.onTimer(end);
        assertThat(swim.all()).extracting(MemberUpdate::id).containsExactly(TWO);
    }
}
