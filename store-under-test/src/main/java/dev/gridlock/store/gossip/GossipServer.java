package dev.gridlock.store.gossip;

import dev.gridlock.store.lifecycle.Connections;
import dev.gridlock.store.lifecycle.Workers;
import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The listening side of the gossip: takes broadcasts in, passes on what was new, hands membership messages over, serves catch-ups. One
 * thread accepts, one serves each connection. Thread-safe.
 */
final class GossipServer implements AutoCloseable {
    private final Identity self;
    private final Duration timeout;
    private final Membership membership;
    private final Inbox inbox;
    private final Broadcaster broadcaster;
    private final SyncServer sync;
    private final Consumer<String> notices;
    private final Connections connections;

    /**
     * @param listener bound already
     * @param timeout longest wait for the first frame of a connection
     */
    GossipServer(
            ServerSocket listener,
            Identity self,
            Duration timeout,
            Membership membership,
            Inbox inbox,
            Broadcaster broadcaster,
            SyncServer sync,
            Workers workers,
            Consumer<String> notices) {
        this.self = self;
        this.timeout = timeout;
        this.membership = membership;
        this.inbox = inbox;
        this.broadcaster = broadcaster;
        this.sync = sync;
        this.notices = notices;
        this.connections = new Connections(listener, "gossip", workers, notices);
    }

    /** Accepts connections from now on. */
    void start() {
        connections.start(this::serve);
    }

    private void serve(Socket socket) {
        try (FrameSocket frames = new FrameSocket(socket)) {
            frames.setReadTimeout(timeout);
            if (!(frames.read() instanceof Frame.Hello hello)) {
                throw new ProtocolException("found another frame, expected Hello");
            }
            if (hello.clusterId() != self.clusterId()) {
                frames.write(new Frame.Refusal(
                        Frame.Reason.DIFFERENT_CLUSTER,
                        "found cluster id " + hello.clusterId() + ", expected " + self.clusterId() + " at "
                                + self.node()));
                return;
            }
            Frame.Welcome welcome = new Frame.Welcome(self.actor(), self.node());
            switch (hello.purpose()) {
                case BROADCAST -> {
                    frames.write(welcome);
                    receiveBroadcasts(frames, hello);
                }
                case MEMBERSHIP -> {
                    frames.write(welcome);
                    receiveMembership(frames);
                }
                case SYNC -> sync.serve(frames, welcome);
            }
        } catch (EOFException end) {
            // the caller is done, or died; both are its right
        } catch (IOException e) {
            if (!connections.isClosed()) {
                notices.accept("gossip from " + socket.getRemoteSocketAddress() + ": " + e);
            }
        }
    }

    private void receiveBroadcasts(FrameSocket frames, Frame.Hello hello) throws IOException {
        frames.setReadTimeout(Duration.ZERO);
        while (true) {
            if (!(frames.read() instanceof Frame.Broadcast broadcast)) {
                throw new ProtocolException("found another frame, expected Broadcast");
            }
            for (Spread spread : broadcast.spreads()) {
                List<WireSet> fresh = inbox.offerBroadcast(spread.sets(), hello.node());
                broadcaster.received(spread, fresh, hello.actor());
            }
        }
    }

    private void receiveMembership(FrameSocket frames) throws IOException {
        frames.setReadTimeout(Duration.ZERO);
        while (true) {
            if (!(frames.read() instanceof Frame.Membership message)) {
                throw new ProtocolException("found another frame, expected Membership");
            }
            membership.receive(message.envelope());
        }
    }

    /** Stops listening and closes every connection. */
    @Override
    public void close() throws IOException {
        connections.stopAccepting();
        connections.closeAll();
    }
}
