package dev.gridlock.store.gossip;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.lifecycle.Workers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class ChannelTest {
    private static final ActorId SELF = new ActorId(new UUID(1, 1));
    private static final ActorId PEER = new ActorId(new UUID(2, 2));

    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    @Test
    void whatIsSentAfterAResetGoesOverTheNextConnection() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
            Channel channel = channel(listener);
            channel.send(frame(), 1);
            FrameSocket first = welcome(listener);
            assertThat(first.read()).isEqualTo(frame());
            channel.reset();
            channel.send(frame(), 1);
            try (FrameSocket second = welcome(listener)) {
                assertThat(second.read()).isEqualTo(frame());
            }
            first.close();
            channel.close();
            assertThat(heard).as("nothing is lost").isEmpty();
        }
    }

    @Test
    void whatCannotBeSentIsToldAsLost() throws Exception {
        Channel channel;
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
            channel = channel(listener);
        }
        channel.send(frame(), 1);
        while (heard.size() < 2) {
            Thread.sleep(5);
        }
        channel.send(frame(), 1);
        assertThat(heard).containsExactly("failed", "lost", "lost");
        channel.close();
    }

    private static Frame frame() {
        return new Frame.Broadcast(List.of(new Spread(List.of(), ActorSet.NONE)));
    }

    private FrameSocket welcome(ServerSocket listener) throws IOException {
        FrameSocket socket = new FrameSocket(listener.accept());
        assertThat(socket.read()).isInstanceOf(Frame.Hello.class);
        socket.write(new Frame.Welcome(PEER, "peer"));
        return socket;
    }

    private Channel channel(ServerSocket listener) {
        Endpoint address = new Endpoint("127.0.0.1", listener.getLocalPort());
        Duration pause = Duration.ofMinutes(1);
        return new Channel(
                address,
                address,
                Frame.Purpose.BROADCAST,
                new Identity(SELF, "self", 0, new Endpoint("127.0.0.1", 1)),
                new Channel.Limits(Duration.ofSeconds(10), Duration.ofMinutes(1), pause, 1000),
                new Workers(failure -> heard.add("thread died: " + failure.cause())),
                new Channel.Listener() {
                    @Override
                    public void connected(Endpoint to, ActorId actor, long roundTripNanos) {
                        assertThat(actor).isEqualTo(PEER);
                    }

                    @Override
                    public void written(Endpoint to, Frame frame) {
                        assertThat(frame).isEqualTo(frame());
                    }

                    @Override
                    public void lost(Endpoint to, Frame frame, String reason) {
                        heard.add("lost");
                    }

                    @Override
                    public void failed(Endpoint to, String reason) {
                        heard.add("failed");
                    }
                });
    }
}
