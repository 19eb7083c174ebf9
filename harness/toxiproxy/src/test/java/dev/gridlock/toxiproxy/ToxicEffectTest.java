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
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What each toxic does to real sockets, against what it is told. Lower bounds are exact; upper bounds only tell a delay from a hang,
 * for the machine may be busy.
 */
class ToxicEffectTest {
    private static final byte[] HELLO = "hello".getBytes(UTF_8);

    private Bed bed;

    @BeforeEach
    void open() throws IOException {
        bed = new Bed();
    }

    @AfterEach
    void close() throws IOException {
        bed.close();
    }

    private static byte[] noise(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void withoutToxicsDataGoesThroughUnchanged() throws Exception {
        byte[] sent = noise(3_000_000);
        try (Socket socket = bed.connect()) {
            Thread sending = Thread.ofVirtual().start(() -> {
                try {
                    socket.getOutputStream().write(sent);
                    socket.shutdownOutput();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
            sending.join();
        }
        bed.awaitNoConnections();
        assertThat(bed.notices).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"upstream", "downstream"})
    void latencyDelaysEachWay(String stream) throws Exception {
        bed.add("latency", stream, "\"latency\":150");
        try (Socket socket = bed.connect()) {
            for (int i = 0; i < 2; i++) {
                long start = System.nanoTime();
                assertThat(echo(socket, HELLO)).isEqualTo(HELLO);
                assertThat(millisSince(start)).isBetween(150L, (long) PATIENCE_MILLIS);
            }
        }
    }

    @Test
    void latenciesOfBothWaysAddUp() throws Exception {
        bed.add("latency", "downstream", "\"latency\":100");
        assertThat(bed.ask("POST", "/proxies/echo/toxics", """
                        {"name":"up","type":"latency","stream":"upstream","attributes":{"latency":50}}""").statusCode()).isEqualTo(200);
        try (Socket socket = bed.connect()) {
            long start = System.nanoTime();
            echo(socket, HELLO);
            assertThat(millisSince(start)).isGreaterThanOrEqualTo(150);
        }
    }

    @Test
    void jitterTakesNoMoreThanItsShareOff() throws Exception {
        bed.add("latency", "downstream", "\"latency\":60,\"jitter\":30");
        try (Socket socket = bed.connect()) {
            for (int i = 0; i < 10; i++) {
                long start = System.nanoTime();
                echo(socket, HELLO);
                assertThat(millisSince(start)).isGreaterThanOrEqualTo(30);
            }
        }
    }

    @Test
    void latencyDoesNotLimitHowMuchIsUnderWay() throws Exception {
        bed.add("latency", "upstream", "\"latency\":1000");
        byte[] sent = noise(1_000_000);
        try (Socket socket = bed.connect()) {
            long start = System.nanoTime();
            assertThat(echo(socket, sent)).isEqualTo(sent);
            // sixteen chunks or more, one after the other, would take sixteen seconds
            assertThat(millisSince(start)).isBetween(1_000L, 15_000L);
        }
    }

    @Test
    void bandwidthLimitsTheRate() throws Exception {
        bed.add("bandwidth", "upstream", "\"rate\":250");
        byte[] sent = noise(150_000);
        try (Socket socket = bed.connect()) {
            long start = System.nanoTime();
            assertThat(echo(socket, sent)).isEqualTo(sent);
            assertThat(millisSince(start)).isBetween(600L, (long) PATIENCE_MILLIS);
        }
    }

    @Test
    void bandwidthOfNothingLetsNothingThrough() throws Exception {
        bed.add("bandwidth", "downstream", "\"rate\":0");
        try (Socket socket = bed.connect()) {
            socket.getOutputStream().write(HELLO);
            socket.setSoTimeout(300);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            socket.setSoTimeout(PATIENCE_MILLIS);
            bed.change("bandwidth", "\"rate\":1000");
            assertThat(socket.getInputStream().readNBytes(5)).isEqualTo(HELLO);
        }
    }

    @Test
    void slowCloseDelaysTheEndOnly() throws Exception {
        bed.add("slow_close", "downstream", "\"delay\":400");
        try (Socket socket = bed.connect()) {
            echo(socket, HELLO);
            long start = System.nanoTime();
            socket.shutdownOutput();
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(millisSince(start)).isBetween(400L, (long) PATIENCE_MILLIS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"upstream", "downstream"})
    void timeoutLetsNothingThroughAndCloses(String stream) throws Exception {
        bed.add("timeout", stream, "\"timeout\":300");
        long start = System.nanoTime();
        try (Socket socket = bed.connect()) {
            socket.getOutputStream().write(HELLO);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
            assertThat(millisSince(start)).isBetween(300L, (long) PATIENCE_MILLIS);
        }
        bed.awaitNoConnections();
    }

    @Test
    void timeoutClosesAlsoWhileDataKeepsComing() throws Exception {
        bed.add("timeout", "upstream", "\"timeout\":300");
        try (Socket socket = bed.connect()) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < PATIENCE_MILLIS / 20; i++) {
                            socket.getOutputStream().write(HELLO);
                            Thread.sleep(20);
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
    }

    @Test
    void timeoutOfNothingNeverCloses() throws Exception {
        bed.add("timeout", "downstream", "\"timeout\":0");
        try (Socket socket = bed.connect()) {
            socket.getOutputStream().write(HELLO);
            socket.setSoTimeout(400);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"upstream", "downstream"})
    void resetPeerResetsAfterItsTime(String stream) throws Exception {
        bed.add("reset_peer", stream, "\"timeout\":250");
        try (Socket socket = bed.connect()) {
            long start = System.nanoTime();
            socket.getOutputStream().write(HELLO);
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
            assertThat(millisSince(start)).isBetween(250L, (long) PATIENCE_MILLIS);
        }
        bed.awaitNoConnections();
    }

    @Test
    void slicerPausesAfterEachPiece() throws Exception {
        bed.add("slicer", "upstream", "\"average_size\":100,\"size_variation\":20,\"delay\":20000");
        byte[] sent = noise(1_200);
        try (Socket socket = bed.connect()) {
            long start = System.nanoTime();
            assertThat(echo(socket, sent)).isEqualTo(sent);
            // at most 120 bytes in each of at least ten pieces, so nine pauses before the last
            assertThat(millisSince(start)).isBetween(180L, (long) PATIENCE_MILLIS);
        }
    }

    @Test
    void limitDataClosesAfterExactlySoManyBytes() throws Exception {
        bed.add("limit_data", "downstream", "\"bytes\":1000");
        byte[] sent = noise(1_500);
        try (Socket socket = bed.connect()) {
            socket.getOutputStream().write(sent);
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(Arrays.copyOf(sent, 1_000));
        }
        bed.awaitNoConnections();
    }

    @Test
    void aDisabledProxyTakesNobodyAndLetsEverybodyGo() throws Exception {
        try (Socket socket = bed.connect()) {
            echo(socket, HELLO);
            assertThat(bed.ask("POST", "/proxies/echo", "{\"enabled\":false}").statusCode())
                    .isEqualTo(200);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThatThrownBy(() -> bed.connect()).isInstanceOf(SocketException.class);
        assertThat(bed.ask("POST", "/proxies/echo", "{\"enabled\":true}").statusCode())
                .isEqualTo(200);
        try (Socket socket = bed.connect()) {
            assertThat(echo(socket, HELLO)).isEqualTo(HELLO);
        }
    }

    @Test
    void anAnswerThatFollowsTheEndOfTheRequestArrives() throws Exception {
        bed.add("latency", "downstream", "\"latency\":100");
        try (Socket socket = bed.connect()) {
            socket.getOutputStream().write(HELLO);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(HELLO);
        }
        bed.awaitNoConnections();
    }

    @Test
    void aClientOfAnUpstreamThatIsNotThereIsClosed() throws Exception {
        bed.echo.close();
        try (Socket socket = bed.connect()) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        bed.awaitNoConnections();
        assertThat(bed.notices).singleElement().asString().startsWith("echo #1: no connection to ");
    }
}
