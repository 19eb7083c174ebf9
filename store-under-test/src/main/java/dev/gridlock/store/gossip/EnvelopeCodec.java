package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.membership.Envelope;
import dev.gridlock.store.membership.MemberId;
import dev.gridlock.store.membership.MemberState;
import dev.gridlock.store.membership.MemberUpdate;
import dev.gridlock.store.membership.SwimMessage;
import java.util.List;

/** Writes and reads the messages of the membership protocol. */
final class EnvelopeCodec {
    /** What a member takes at the least: actor, two empty texts, cluster and birth. */
    private static final int LEAST_MEMBER_BYTES = 34;

    /** Their codes on the wire are their places here. */
    private static final List<MemberState> STATES = List.of(MemberState.ALIVE, MemberState.SUSPECT, MemberState.DOWN);

    private EnvelopeCodec() {}

    static void write(WireWriter out, Envelope envelope) {
        member(out, envelope.sender());
        out.int64(envelope.incarnation());
        message(out, envelope.message());
        updates(out, envelope.updates());
    }

    private static void message(WireWriter out, SwimMessage message) {
        switch (message) {
            case SwimMessage.Announce ignored -> out.int8(0);
            case SwimMessage.Feed feed -> {
                out.int8(1);
                updates(out, feed.members());
            }
            case SwimMessage.Ping ping -> number(out, 2, ping.number());
            case SwimMessage.Ack ack -> number(out, 3, ack.number());
            case SwimMessage.PingRequest request -> about(out, 4, request.target(), request.number());
            case SwimMessage.IndirectPing ping -> about(out, 5, ping.origin(), ping.number());
            case SwimMessage.IndirectAck ack -> about(out, 6, ack.origin(), ack.number());
            case SwimMessage.ForwardedAck ack -> about(out, 7, ack.target(), ack.number());
            case SwimMessage.Gossip ignored -> out.int8(8);
            case SwimMessage.TurnUndead undead -> {
                out.int8(9);
                member(out, undead.refused());
                member(out, undead.held());
            }
        }
    }

    private static void number(WireWriter out, int kind, long number) {
        out.int8(kind);
        out.int64(number);
    }

    private static void about(WireWriter out, int kind, MemberId member, long number) {
        number(out, kind, number);
        member(out, member);
    }

    private static void updates(WireWriter out, List<MemberUpdate> updates) {
        out.list(updates, update -> {
            member(out, update.id());
            out.int64(update.incarnation());
            out.int8(STATES.indexOf(update.state()));
        });
    }

    private static void member(WireWriter out, MemberId member) {
        out.actor(member.actor());
        out.text(member.node());
        out.text(member.address().toString());
        out.int16(member.clusterId());
        out.int64(member.bornAtMillis());
    }

    static Envelope read(WireReader in) throws ProtocolException {
        MemberId sender = member(in);
        long incarnation = in.int64();
        SwimMessage message = message(in);
        return new Envelope(sender, incarnation, message, updates(in));
    }

    private static SwimMessage message(WireReader in) throws ProtocolException {
        int kind = in.int8();
        return switch (kind) {
            case 0 -> new SwimMessage.Announce();
            case 1 -> new SwimMessage.Feed(updates(in));
            case 2 -> new SwimMessage.Ping(in.int64());
            case 3 -> new SwimMessage.Ack(in.int64());
            case 4, 5, 6, 7 -> about(in, kind);
            case 8 -> new SwimMessage.Gossip();
            case 9 -> {
                MemberId refused = member(in);
                yield new SwimMessage.TurnUndead(refused, member(in));
            }
            default -> throw new ProtocolException("found a membership message of kind " + kind + ", expected 0 to 9");
        };
    }

    private static SwimMessage about(WireReader in, int kind) throws ProtocolException {
        long number = in.int64();
        MemberId member = member(in);
        return switch (kind) {
            case 4 -> new SwimMessage.PingRequest(member, number);
            case 5 -> new SwimMessage.IndirectPing(member, number);
            case 6 -> new SwimMessage.IndirectAck(member, number);
            default -> new SwimMessage.ForwardedAck(member, number);
        };
    }

    private static List<MemberUpdate> updates(WireReader in) throws ProtocolException {
        return in.list(LEAST_MEMBER_BYTES, part -> {
            MemberId member = member(part);
            long incarnation = part.int64();
            return new MemberUpdate(member, incarnation, state(part));
        });
    }

    private static MemberState state(WireReader in) throws ProtocolException {
        return in.choice("member state", STATES);
    }

    private static MemberId member(WireReader in) throws ProtocolException {
        ActorId actor = in.actor();
        String node = in.text();
        Endpoint address = FrameReader.endpoint(in);
        int clusterId = in.int16();
        return new MemberId(actor, node, address, clusterId, in.int64());
    }
}
