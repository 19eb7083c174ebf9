package dev.gridlock.store.gossip;

import dev.gridlock.store.clock.HybridClock;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeChunks;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.ChangeReader;
import dev.gridlock.store.storage.VersionLog;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

/** The answering side of a catch-up: tells what is here, then sends what is asked for. Thread-safe. */
final class SyncServer {
    /** Bytes that are put into one answer, at the most, unless a single part is larger (Corrosion writes at 16 KiB). */
    private static final int BYTES_PER_ANSWER = 16 << 10;
    /** Versions read in one go. */
    private static final int VERSIONS_PER_READ = 200;
    /** A send that takes longer halves the size of the parts that follow. */
    private static final Duration SLOW_SEND = Duration.ofMillis(500);
    /** Parts are not made smaller than this; a peer that is still too slow is given up. */
    private static final int SMALLEST_PART = 1 << 10;

    private final VersionLog versions;
    private final ChangeReader reader;
    private final HybridClock clock;
    private final StoreMetrics metrics;
    private final Semaphore permits;
    private final int mostSessions;

    SyncServer(VersionLog versions, ChangeReader reader, HybridClock clock, StoreMetrics metrics, int mostSessions) {
        this.versions = versions;
        this.reader = reader;
        this.clock = clock;
        this.metrics = metrics;
        this.permits = new Semaphore(mostSessions);
        this.mostSessions = mostSessions;
    }

    /**
     * Serves one session until the caller closes it; refuses it when there are too many.
     *
     * @param welcome the answer to a caller that is let in
     */
    void serve(FrameSocket socket, Frame.Welcome welcome) throws IOException {
        metrics.syncRequestsRecv.inc();
        if (!permits.tryAcquire()) {
            socket.write(new Frame.Refusal(
                    Frame.Reason.MAX_CONCURRENCY_REACHED, "already serves " + mostSessions + " catch-ups"));
            return;
        }
        try {
            socket.write(welcome);
            socket.write(new Frame.State(versions.snapshot(), clock.now()));
            new Session(socket).serve();
        } finally {
            permits.release();
        }
    }

    /** One caller, and how much it takes at a time. */
    private final class Session {
        private final FrameSocket socket;
        private int partBytes = ChangeChunks.DEFAULT_BYTES;

        Session(FrameSocket socket) {
            this.socket = socket;
        }

        void serve() throws IOException {
            while (true) {
                Frame frame;
                try {
                    frame = socket.read();
                } catch (EOFException done) {
                    return;
                }
                if (!(frame instanceof Frame.Request request)) {
                    throw ProtocolException.unexpected(frame, "Request");
                }
                answer(request);
            }
        }

        private void answer(Frame.Request request) throws IOException {
            ActorId actor = request.actor();
            for (VersionRange range : request.full().reversed()) {
                for (long end = range.end(); end >= range.start(); end -= VERSIONS_PER_READ) {
                    long start = Math.max(range.start(), end - VERSIONS_PER_READ + 1);
                    send(actor, reader.read(actor, new VersionRange(start, end)));
                }
            }
            for (Map.Entry<Long, PartialVersion> wanted : request.partial().entrySet()) {
                send(actor, reader.readPart(actor, wanted.getKey(), wanted.getValue()));
            }
            socket.write(new Frame.Done());
        }

        private void send(ActorId actor, ChangeReader.Found found) throws IOException {
            if (!found.emptied().isEmpty()) {
                SortedMap<ActorId, List<VersionRange>> emptied = new TreeMap<>(Map.of(actor, found.emptied()));
                write(new Frame.Answer(List.of(), emptied));
            }
            // newest first: the fresher a row, the sooner it is right
            List<ChangeSet> sets = found.sets().reversed();
            List<WireSet> answer = new ArrayList<>();
            int bytes = 0;
            for (ChangeSet set : sets) {
                for (ChangeSet part : ChangeChunks.split(set, partBytes)) {
                    WireSet wire = WireSet.of(part);
                    if (!answer.isEmpty() && bytes + wire.size() > BYTES_PER_ANSWER) {
                        write(new Frame.Answer(answer, Collections.emptySortedMap()));
                        answer = new ArrayList<>();
                        bytes = 0;
                    }
                    answer.add(wire);
                    bytes += wire.size();
                    metrics.syncChangesSent.inc(wire.changes());
                }
            }
            if (!answer.isEmpty()) {
                write(new Frame.Answer(answer, Collections.emptySortedMap()));
            }
        }

        private void write(Frame.Answer answer) throws IOException {
            long began = System.nanoTime();
            socket.write(answer);
            if (System.nanoTime() - began > SLOW_SEND.toNanos()) {
                if (partBytes <= SMALLEST_PART) {
                    throw new IOException("the peer takes what it asked for too slowly");
                }
                partBytes /= 2;
            }
        }
    }
}
