package dev.gridlock.toxiproxy;

import static dev.gridlock.toxiproxy.Bed.PATIENCE_MILLIS;
import static dev.gridlock.toxiproxy.Bed.echo;
import static dev.gridlock.toxiproxy.Bed.millisSince;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections that are open when a toxic is added, changed or removed, and connections made afterwards. */
class OpenConnectionsTest {
    private static final byte[] HELLO = "hello".getBytes(UTF_8);

    /** A delay, in milliseconds, so long that nobody takes it for a slow machine. */
    private static final int FOREVER = 600_000;

    private Bed bed;

    @BeforeEach
    void open() throws IOException {
        bed = new Bed();
    }

    @AfterEach
    void close() throws IOException {
        bed.close();
    }

    private Socket connected() throws Exception {
        Socket socket = bed.connect();
        assertThat(echo(socket, HELLO)).isEqualTo(HELLO);
        return socket;
    }

    private static void assertSilent(Socket socket) throws IOException {
        socket.setSoTimeout(200);
        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    @Test
    void aToxicWorksOnEveryOpenConnectionWhenItsAdditionIsAnswered() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            sockets.add(connected());
        }
        bed.add("latency", "upstream", "\"latency\":120");
        for (Socket socket : sockets) {
            long start = System.nanoTime();
            assertThat(echo(socket, HELLO)).isEqualTo(HELLO);
            assertThat(millisSince(start)).isGreaterThanOrEqualTo(120);
            socket.close();
        }
        bed.awaitNoConnections();
    }

    @Test
    void aConnectionThatIsMadeMeanwhileIsNotMissed() throws Exception {
        List<Socket> sockets = new CopyOnWriteArrayList<>();
        FutureTask<Void> connecting = new FutureTask<>(() -> {
            for (int i = 0; i < 200; i++) {
                sockets.add(bed.connect());
            }
            return null;
        });
        Thread.ofVirtual().start(connecting);
        while (sockets.size() < 50) {
            Thread.onSpinWait();
        }
        // closes on the first byte, without letting it through
        bed.add("limit_data", "upstream", "\"bytes\":0");
        connecting.get();
        for (Socket socket : sockets) {
            socket.getOutputStream().write(1);
        }
        for (Socket socket : sockets) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            socket.close();
        }
        bed.awaitNoConnections();
    }

    @Test
    void whatALatencyHeldGoesOnAtOnceAndInOrderWhenItIsRemoved() throws Exception {
        try (Socket socket = connected()) {
            bed.add("latency", "upstream", "\"latency\":" + FOREVER);
            for (int i = 0; i < 100; i++) {
                socket.getOutputStream().write(i);
            }
            assertSilent(socket);
            bed.remove("latency");
            for (int i = 0; i < 100; i++) {
                assertThat(socket.getInputStream().read()).isEqualTo(i);
            }
            assertThat(echo(socket, HELLO)).isEqualTo(HELLO);
        }
    }

    @Test
    void aChangedLatencyHoldsForWhatIsUnderWay() throws Exception {
        try (Socket socket = connected()) {
            bed.add("latency", "downstream", "\"latency\":" + FOREVER);
            socket.getOutputStream().write(HELLO);
            assertSilent(socket);
            bed.change("latency", "\"latency\":10");
            assertThat(socket.getInputStream().readNBytes(5)).isEqualTo(HELLO);
        }
    }

    @Test
    void aBandwidthOfNothingCanBeRemoved() throws Exception {
        try (Socket socket = connected()) {
            bed.add("bandwidth", "downstream", "\"rate\":0");
            byte[] much = new byte[500_000];
            Thread writing = Thread.ofVirtual().start(() -> {
                try {
                    socket.getOutputStream().write(much);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertSilent(socket);
            bed.remove("bandwidth");
            assertThat(socket.getInputStream().readNBytes(much.length)).isEqualTo(much);
            writing.join();
        }
    }

    @Test
    void aToxicCanBeRemovedWhileTheReceiverReadsNothing() throws Exception {
        try (Socket socket = connected()) {
            bed.add("slicer", "downstream", "\"average_size\":1000");
            Thread writing = Thread.ofVirtual().start(() -> {
                try {
                    socket.getOutputStream().write(new byte[20_000_000]);
                } catch (IOException closed) {
                    // by the end of the test
                }
            });
            // far more than socket buffers hold, so both directions are stuck
            writing.join(Duration.ofMillis(300));
            bed.remove("slicer");
            bed.add("timeout", "downstream", "\"timeout\":100");
            bed.awaitNoConnections();
            writing.join();
        }
    }

    @Test
    void aLatencyCanBeRemovedWhileATimeoutStandsBehindIt() throws Exception {
        try (Socket socket = connected()) {
            bed.add("latency", "upstream", "\"latency\":500");
            bed.add("timeout", "upstream", "\"timeout\":0");
            socket.getOutputStream().write(HELLO);
            bed.remove("latency");
            assertSilent(socket);
            bed.remove("timeout");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        bed.awaitNoConnections();
    }

    @ParameterizedTest
    @ValueSource(strings = {"upstream", "downstream"})
    void anOpenConnectionIsResetToo(String stream) throws Exception {
        try (Socket socket = connected()) {
            bed.add("reset_peer", stream, "\"timeout\":0");
            socket.getOutputStream().write(HELLO);
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
        bed.remove("reset_peer");
        try (Socket socket = connected()) {
            assertThat(echo(socket, HELLO)).isEqualTo(HELLO);
        }
        bed.awaitNoConnections();
    }

    @Test
    void aConnectionThatWaitsForItsResetSurvivesTheRemoval() throws Exception {
        bed.add("reset_peer", "upstream", "\"timeout\":" + FOREVER);
        try (Socket socket = bed.connect()) {
            socket.getOutputStream().write(HELLO);
            assertSilent(socket);
            bed.remove("reset_peer");
            assertThat(socket.getInputStream().readNBytes(5)).isEqualTo(HELLO);
            assertThat(echo(socket, HELLO)).isEqualTo(HELLO);
        }
    }

    @Test
    void aResetThatIsFarOffCanBeBroughtNear() throws Exception {
        bed.add("reset_peer", "downstream", "\"timeout\":" + FOREVER);
        try (Socket socket = bed.connect()) {
            socket.getOutputStream().write(HELLO);
            assertSilent(socket);
            bed.change("reset_peer", "\"timeout\":1");
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    @Test
    void aTimeoutClosesOpenConnectionsAndNewOnesAreWellWithoutIt() throws Exception {
        try (Socket socket = connected()) {
            bed.add("timeout", "downstream", "\"timeout\":50");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        bed.remove("timeout");
        connected().close();
        bed.awaitNoConnections();
    }

    @Test
    void aTimeoutThatIsRemovedClosesWhatItHasCutHolesInto() throws Exception {
        try (Socket socket = connected()) {
            bed.add("timeout", "upstream", "\"timeout\":0");
            socket.getOutputStream().write(HELLO);
            assertSilent(socket);
            bed.remove("timeout");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        connected().close();
        bed.awaitNoConnections();
    }

    @Test
    void aSlowCloseEndsAtOnceWhenItIsRemoved() throws Exception {
        bed.add("slow_close", "downstream", "\"delay\":" + FOREVER);
        try (Socket socket = connected()) {
            socket.shutdownOutput();
            assertSilent(socket);
            bed.remove("slow_close");
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void aLimitCountsFromWhenItWasAddedAndKeepsItsCountWhenChanged() throws Exception {
        try (Socket socket = connected()) {
            bed.add("limit_data", "downstream", "\"bytes\":10");
            echo(socket, HELLO);
            bed.change("limit_data", "\"bytes\":7");
            socket.getOutputStream().write(HELLO);
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo("he".getBytes(UTF_8));
        }
    }

    @Test
    void aToxicityOfNothingTouchesNobodyUntilItIsRaised() throws Exception {
        assertThat(bed.ask("POST", "/proxies/echo/toxics", """
                        {"name":"r","type":"reset_peer","toxicity":0}""").statusCode()).isEqualTo(200);
        try (Socket socket = connected()) {
            assertThat(bed.ask("PATCH", "/proxies/echo/toxics/r", "{\"toxicity\":1}")
                            .statusCode())
                    .isEqualTo(200);
            socket.getOutputStream().write(HELLO);
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    @Test
    void aResetOfAllHealsOpenConnections() throws Exception {
        try (Socket socket = connected()) {
            bed.add("latency", "upstream", "\"latency\":" + FOREVER);
            bed.add("slicer", "downstream", "\"average_size\":1,\"delay\":" + FOREVER);
            socket.getOutputStream().write(HELLO);
            assertSilent(socket);
            assertThat(bed.ask("POST", "/reset", "").statusCode()).isEqualTo(204);
            assertThat(socket.getInputStream().readNBytes(5)).isEqualTo(HELLO);
        }
    }
}
