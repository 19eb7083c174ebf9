package dev.gridlock.store.gossip;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.lifecycle.Connections;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.storage.ChangeReader;
import dev.gridlock.store.storage.VersionLog;
import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The listening side of the gossip: takes broadcasts in, passes on what was new, serves catch-ups. One thread accepts, one
 * serves each connection. Thread-safe.
 */
public final class GossipServer implements AutoCloseable {
    private final Identity self;
    private final Duration timeout;
    private final Peers peers;
    private final Inbox inbox;
    private final Broadcaster broadcaster;
    private final SyncServer sync;
    private final GossipEvents events;
    private final Consumer<String> notices;
    private final Connections connections;

    /**
     * @param listener bound already
     * @param timeout longest wait for the first frame of a connection
     */
    public GossipServer(
            ServerSocket listener,
            Identity self,
            Duration timeout,
            Peers peers,
            Inbox inbox,
            Broadcaster broadcaster,
            VersionLog versions,
            ChangeReader reader,
            GossipEvents events,
            Workers workers,
            Consumer<String> notices) {
        this.self = self;
        this.timeout = timeout;
        this.peers = peers;
        this.inbox = inbox;
        this.broadcaster = broadcaster;
        this.sync = new SyncServer(versions, reader);
        this.events = events;
        this.notices = notices;
        this.connections = new Connections(listener, "gossip", workers, notices);
    }

    /** Accepts connections from now on. */
    public void start() {
        connections.start(this::serve);
    }

    private void serve(Socket socket) throws InterruptedException {
        try (FrameSocket frames = new FrameSocket(socket)) {
            frames.setReadTimeout(timeout);
            if (!(frames.read() instanceof Frame.Hello hello)) {
                throw new ProtocolException("found another frame, expected Hello");
            }
            if (hello.clusterId() != self.clusterId()) {
                frames.write(new Frame.Refusal("found cluster id " + hello.clusterId() + ", expected "
                        + self.clusterId() + " at " + self.node()));
                return;
            }
            frames.write(new Frame.Welcome(self.actor(), self.node()));
            if (!hello.actor().equals(self.actor())) {
                peers.add(hello.address());
            }
            switch (hello.purpose()) {
                case BROADCAST -> receiveBroadcasts(frames, hello);
                case SYNC -> sync.serve(frames);
            }
        } catch (EOFException end) {
            // the caller is done, or died; both are its right
        } catch (IOException e) {
            if (!connections.isClosed()) {
                notices.accept("gossip from " + socket.getRemoteSocketAddress() + ": " + e);
            }
        }
    }

    private void receiveBroadcasts(FrameSocket frames, Frame.Hello hello) throws IOException, InterruptedException {
        frames.setReadTimeout(Duration.ZERO);
        while (true) {
            if (!(frames.read() instanceof Frame.Broadcast broadcast)) {
                throw new ProtocolException("found another frame, expected Broadcast");
            }
            for (Spread spread : broadcast.spreads()) {
                List<ChangeSet> fresh =
                        inbox.offer(spread.sets(), hello.node(), sets -> events.received(sets, hello.node()));
                Set<ActorId> reached = new TreeSet<>(spread.reached());
                reached.add(hello.actor());
                fresh.forEach(set -> broadcaster.offer(set, reached));
            }
        }
    }

    /** Stops listening and closes every connection. */
    @Override
    public void close() throws IOException {
        connections.stopAccepting();
        connections.closeAll();
    }
}
