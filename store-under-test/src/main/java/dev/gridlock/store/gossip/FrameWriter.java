package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.VersionRange;
import java.util.List;
import java.util.SortedMap;

/** Writes a frame as bytes: its {@link FrameType}, then its parts. {@link FrameReader} reads them. */
final class FrameWriter {
    private final WireWriter out = new WireWriter(512);

    private FrameWriter() {}

    /** The bytes of a frame, without the length that goes before it on the wire. */
    static byte[] toBytes(Frame frame) {
        FrameWriter writer = new FrameWriter();
        writer.frame(frame);
        return writer.out.toBytes();
    }

    private void frame(Frame frame) {
        switch (frame) {
            case Frame.Hello hello -> {
                out.int8(FrameType.HELLO.code());
                out.int32(FrameType.PROTOCOL);
                out.actor(hello.actor());
                out.text(hello.node());
                out.int16(hello.clusterId());
                out.text(hello.address().toString());
                out.int8(Frame.Purpose.BY_CODE.indexOf(hello.purpose()));
            }
            case Frame.Welcome welcome -> {
                out.int8(FrameType.WELCOME.code());
                out.actor(welcome.actor());
                out.text(welcome.node());
            }
            case Frame.Refusal refusal -> {
                out.int8(FrameType.REFUSAL.code());
                out.int8(Frame.Reason.BY_CODE.indexOf(refusal.reason()));
                out.text(refusal.text());
            }
            case Frame.Broadcast broadcast -> {
                out.int8(FrameType.BROADCAST.code());
                out.list(broadcast.spreads(), spread -> {
                    sets(spread.sets());
                    out.list(spread.reached().asList(), out::actor);
                });
            }
            case Frame.Membership membership -> {
                out.int8(FrameType.MEMBERSHIP.code());
                EnvelopeCodec.write(out, membership.envelope());
            }
            case Frame.State state -> {
                out.int8(FrameType.STATE.code());
                out.int64(state.time().bits());
                versions(state.versions());
            }
            case Frame.Request request -> {
                out.int8(FrameType.REQUEST.code());
                out.actor(request.actor());
                out.versions(request.full());
                partials(request.partial());
            }
            case Frame.Answer answer -> {
                out.int8(FrameType.ANSWER.code());
                sets(answer.sets());
                emptied(answer.emptied());
            }
            case Frame.Done ignored -> out.int8(FrameType.DONE.code());
        }
    }

    private void sets(List<WireSet> sets) {
        out.list(sets, set -> out.blob(set.bytes()));
    }

    private void versions(SortedMap<ActorId, ActorVersions> versions) {
        out.int32(versions.size());
        versions.forEach((actor, known) -> {
            out.actor(actor);
            out.int64(known.complete().head());
            out.versions(known.complete().gaps());
            partials(known.partials());
        });
    }

    private void partials(SortedMap<Long, PartialVersion> partials) {
        out.int32(partials.size());
        partials.forEach((version, partial) -> {
            out.int64(version);
            out.int64(partial.lastSeq());
            out.seqs(partial.missing());
        });
    }

    private void emptied(SortedMap<ActorId, List<VersionRange>> emptied) {
        out.int32(emptied.size());
        emptied.forEach((actor, ranges) -> {
            out.actor(actor);
            out.versions(ranges);
        });
    }
}
