package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.storage.ChangeReader;
import dev.gridlock.store.storage.VersionLog;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The answering side of a catch-up: tells what is here, then sends what is asked for. Thread-safe. */
final class SyncServer {
    /** Changes in one answer frame, so that neither side holds a long catch-up in memory. */
    private static final int CHANGES_PER_ANSWER = 2_000;
    /** Versions read in one go. */
    private static final int VERSIONS_PER_READ = 200;

    private final VersionLog versions;
    private final ChangeReader reader;

    SyncServer(VersionLog versions, ChangeReader reader) {
        this.versions = versions;
        this.reader = reader;
    }

    /** Serves one session until the caller closes it. */
    void serve(FrameSocket socket) throws IOException {
        socket.write(new Frame.Heads(versions.snapshot()));
        while (true) {
            Frame frame;
            try {
                frame = socket.read();
            } catch (EOFException done) {
                return;
            }
            if (!(frame instanceof Frame.Request request)) {
                throw Peer.unexpected(frame, "Request");
            }
            answer(socket, request);
        }
    }

    private void answer(FrameSocket socket, Frame.Request request) throws IOException {
        for (Map.Entry<ActorId, List<VersionRange>> wanted : request.wanted().entrySet()) {
            for (VersionRange range : wanted.getValue()) {
                for (long start = range.start(); start <= range.end(); start += VERSIONS_PER_READ) {
                    long end = Math.min(range.end(), start + VERSIONS_PER_READ - 1);
                    send(socket, wanted.getKey(), reader.read(wanted.getKey(), new VersionRange(start, end)));
                }
            }
        }
        socket.write(new Frame.Done());
    }

    private static void send(FrameSocket socket, ActorId actor, ChangeReader.Found found) throws IOException {
        if (!found.emptied().isEmpty()) {
            SortedMap<ActorId, List<VersionRange>> emptied = new TreeMap<>(Map.of(actor, found.emptied()));
            socket.write(new Frame.Answer(List.of(), emptied));
        }
        List<ChangeSet> part = new ArrayList<>();
        int changes = 0;
        for (ChangeSet set : found.sets()) {
            part.add(set);
            changes += set.changes().size();
            if (changes >= CHANGES_PER_ANSWER) {
                socket.write(new Frame.Answer(part, Collections.emptySortedMap()));
                part = new ArrayList<>();
                changes = 0;
            }
        }
        if (!part.isEmpty()) {
            socket.write(new Frame.Answer(part, Collections.emptySortedMap()));
        }
    }
}
