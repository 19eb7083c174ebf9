package dev.gridlock.store.gossip;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.HybridTime;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import dev.gridlock.store.gossip.Frame.Purpose;
import dev.gridlock.store.gossip.Frame.Reason;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads a frame from bytes written by {@link FrameWriter}. Trusts nothing: whatever is malformed ends the connection. */
final class FrameReader {
    private FrameReader() {}

    /**
     * Reads one frame.
     *
     * @throws ProtocolException when the bytes are not exactly one frame
     */
    static Frame fromBytes(byte[] bytes) throws ProtocolException {
        return WireReader.readAll(bytes, FrameReader::frame);
    }

    private static Frame frame(WireReader in) throws ProtocolException {
        int code = in.int8();
        FrameType type = FrameType.of(code)
                .orElseThrow(() -> new ProtocolException(
                        "found a frame of type " + code + ", expected 1 to " + FrameType.values().length));
        return switch (type) {
            case HELLO -> hello(in);
            case WELCOME -> new Frame.Welcome(in.actor(), in.text());
            case REFUSAL -> new Frame.Refusal(in.choice("refusal reason", Reason.BY_CODE), in.text());
            case BROADCAST -> new Frame.Broadcast(in.list(2 * Integer.BYTES, FrameReader::spread));
            case MEMBERSHIP -> new Frame.Membership(EnvelopeCodec.read(in));
            case STATE -> state(in);
            case REQUEST -> new Frame.Request(in.actor(), in.versions(), partials(in));
            case ANSWER -> new Frame.Answer(sets(in), emptied(in));
            case DONE -> new Frame.Done();
        };
    }

    private static Frame hello(WireReader in) throws ProtocolException {
        int protocol = in.int32();
        if (protocol != FrameType.PROTOCOL) {
            throw new ProtocolException("found protocol " + Integer.toHexString(protocol) + ", expected "
                    + Integer.toHexString(FrameType.PROTOCOL));
        }
        ActorId actor = in.actor();
        String node = in.text();
        int clusterId = in.int16();
        Endpoint address = endpoint(in);
        return new Frame.Hello(actor, node, clusterId, address, in.choice("purpose", Purpose.BY_CODE));
    }

    static Endpoint endpoint(WireReader in) throws ProtocolException {
        String address = in.text();
        return Endpoint.parse(address)
                .orElseThrow(() -> new ProtocolException("found address \"" + address + "\", expected \"ip:port\""));
    }

    private static Spread spread(WireReader in) throws ProtocolException {
        List<WireSet> sets = sets(in);
        return new Spread(sets, ActorSet.ofAscending(in.list(2 * Long.BYTES, WireReader::actor)));
    }

    private static List<WireSet> sets(WireReader in) throws ProtocolException {
        return in.list(Integer.BYTES, part -> WireSet.read(part.blob()));
    }

    private static Frame state(WireReader in) throws ProtocolException {
        HybridTime time = new HybridTime(in.int64());
        SortedMap<ActorId, ActorVersions> versions = map(
                in,
                3 * Long.BYTES,
                WireReader::actor,
                part -> new ActorVersions(VersionSet.of(part.int64(), part.versions()), partials(part)));
        return new Frame.State(versions, time);
    }

    private static SortedMap<Long, PartialVersion> partials(WireReader in) throws ProtocolException {
        return map(in, 2 * Long.BYTES, WireReader::int64, part -> new PartialVersion(part.int64(), part.seqs()));
    }

    private static SortedMap<ActorId, List<VersionRange>> emptied(WireReader in) throws ProtocolException {
        return map(in, 2 * Long.BYTES, WireReader::actor, WireReader::versions);
    }

    private static <K extends Comparable<K>, V> SortedMap<K, V> map(
            WireReader in, int leastBytesEach, WireReader.Part<K> key, WireReader.Part<V> value)
            throws ProtocolException {
        SortedMap<K, V> map = new TreeMap<>();
        List<Map.Entry<K, V>> entries = in.list(leastBytesEach, part -> Map.entry(key.read(part), value.read(part)));
        entries.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
        return map;
    }
}
