package dev.gridlock.store.gossip;

import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import dev.gridlock.store.storage.VersionLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The asking side of the catch-up (anti-entropy): every now and then asks a few random peers what they have, and fetches what is
 * missing here, newest first. What is learnt this way is not broadcast again: other nodes ask for themselves.
 */
public final class SyncLoop {
    /** Versions asked for at once. */
    private static final int VERSIONS_PER_REQUEST = 500;

    private final Identity self;
    private final StoreConfig.Sync config;
    private final Peers peers;
    private final VersionLog versions;
    private final Inbox inbox;
    private final GossipEvents events;
    private final Random random = new Random();

    /** A catch-up with the given peers. */
    public SyncLoop(
            Identity self,
            StoreConfig.Sync config,
            Peers peers,
            VersionLog versions,
            Inbox inbox,
            GossipEvents events) {
        this.self = self;
        this.config = config;
        this.peers = peers;
        this.versions = versions;
        this.inbox = inbox;
        this.events = events;
    }

    /** Runs rounds until interrupted. One thread runs this. */
    public void run() throws InterruptedException {
        while (true) {
            Thread.sleep(Duration.ofNanos((long) (config.interval().toNanos() * (0.7 + 0.6 * random.nextDouble()))));
            List<Peer> chosen = peers.online();
            Collections.shuffle(chosen, random);
            for (Peer peer : chosen.subList(0, Math.min(config.peers(), chosen.size()))) {
                try {
                    syncWith(peer);
                } catch (IOException e) {
                    peer.doubt("catch-up failed: " + e);
                }
            }
        }
    }

    private void syncWith(Peer peer) throws IOException, InterruptedException {
        try (FrameSocket socket = FrameSocket.connect(peer.address(), config.timeout())) {
            socket.write(self.hello(Frame.Purpose.SYNC));
            String node = switch (socket.read()) {
                case Frame.Welcome welcome -> welcome.node();
                case Frame.Refusal refusal -> throw new ProtocolException("refused: " + refusal.reason());
                case Frame other -> throw Peer.unexpected(other, "Welcome");
            };
            if (!(socket.read() instanceof Frame.Heads heads)) {
                throw new ProtocolException("found another frame, expected Heads");
            }
            long changes = 0;
            for (Frame.Request request : requests(heads.versions())) {
                socket.write(request);
                changes += receive(socket, node);
            }
            inbox.flush();
            if (changes > 0) {
                events.synced(node, changes);
            }
        }
    }

    private long receive(FrameSocket socket, String node) throws IOException, InterruptedException {
        long changes = 0;
        while (true) {
            switch (socket.read()) {
                case Frame.Answer answer -> {
                    List<ChangeSet> fresh = inbox.offer(answer.sets(), node, sets -> {});
                    changes += fresh.stream()
                            .mapToLong(set -> set.changes().size())
                            .sum();
                    inbox.offerEmptied(answer.emptied(), node);
                }
                case Frame.Done ignored -> {
                    return changes;
                }
                case Frame other -> throw Peer.unexpected(other, "Answer or Done");
            }
        }
    }

    private List<Frame.Request> requests(SortedMap<ActorId, VersionSet> theirs) {
        SortedMap<ActorId, VersionSet> ours = versions.snapshot();
        List<Frame.Request> requests = new ArrayList<>();
        for (Map.Entry<ActorId, VersionSet> entry : theirs.entrySet()) {
            VersionSet own = ours.getOrDefault(entry.getKey(), new VersionSet());
            for (VersionRange missing : own.missingFrom(entry.getValue()).reversed()) {
                for (VersionRange part : newestFirst(missing)) {
                    requests.add(new Frame.Request(new TreeMap<>(Map.of(entry.getKey(), List.of(part)))));
                }
            }
        }
        return requests;
    }

    private static List<VersionRange> newestFirst(VersionRange range) {
        List<VersionRange> parts = new ArrayList<>();
        for (long end = range.end(); end >= range.start(); end -= VERSIONS_PER_REQUEST) {
            parts.add(new VersionRange(Math.max(range.start(), end - VERSIONS_PER_REQUEST + 1), end));
        }
        return parts;
    }
}
