package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;

/** Connections that end abruptly, as Linux does it. */
final class ResetCases {
    /** For a packet to cross the loopback. */
    private static final long MOMENT_MILLIS = 20;

    private ResetCases() {}

    static List<Case> all() {
        return List.of(
                Case.of(
                        "a close with unread data ends the peer's stream and breaks its pipe",
                        ResetCases::closeWithUnreadData),
                Case.of("a close with a linger time of zero resets the peer", ResetCases::lingerZero),
                Case.of("a reset wakes a reader", ResetCases::resetWakesReader),
                Case.of("a reset wakes a writer", ResetCases::resetWakesWriter),
                Case.of("what arrived before a reset can still be read", ResetCases::dataBeforeReset),
                Case.of(
                        "after a reset that a read has told, reads go on failing and writes find a broken pipe",
                        ResetCases::readThenWrite),
                Case.of("after a reset that a write has told, reads find the end", ResetCases::writeThenRead),
                Case.of(
                        "a peer that closed normally and then was written to still reads as ended",
                        ResetCases::endBeforeReset),
                Case.of("closing a listener resets connections that nobody accepted", ResetCases::listenerClosed),
                Case.of("a peer that has shut both directions answers with a reset", ResetCases::bothShut));
    }

    private static void closeWithUnreadData() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.clientOut().write(1);
            Thread.sleep(MOMENT_MILLIS);
            // The JDK ends its stream before it closes, so the reset comes second.
            pair.accepted().close();
            assertThat(pair.clientIn().read()).isEqualTo(-1);
            Thread.sleep(MOMENT_MILLIS);
            assertThatThrownBy(() -> pair.clientOut().write(1))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("Broken pipe");
        }
    }

    private static void lingerZero() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.accepted().setSoLinger(true, 0);
            assertThat(pair.accepted().getSoLinger()).isZero();
            pair.accepted().close();
            assertThatThrownBy(() -> pair.clientIn().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    private static void reset(Socket socket) throws Exception {
        socket.setSoLinger(true, 0);
        socket.close();
        Thread.sleep(MOMENT_MILLIS);
    }

    private static void resetWakesReader() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Integer> reading = Running.start(() -> pair.clientIn().read());
            reading.awaitBlocked();
            reset(pair.accepted());
            assertThat(reading.failure()).isInstanceOf(SocketException.class).hasMessageContaining("reset");
        }
    }

    private static void resetWakesWriter() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Boolean> writing = Running.run(() -> {
                while (true) {
                    pair.clientOut().write(new byte[500_000]);
                }
            });
            writing.awaitBlocked();
            reset(pair.accepted());
            assertThat(writing.failure()).isInstanceOf(SocketException.class);
        }
    }

    private static void dataBeforeReset() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.serverOut().write(new byte[] {1, 2, 3});
            Thread.sleep(MOMENT_MILLIS);
            reset(pair.accepted());
            assertThat(pair.clientIn().readNBytes(3)).containsExactly(1, 2, 3);
            assertThatThrownBy(() -> pair.clientIn().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    private static void readThenWrite() throws Exception {
        try (Pair pair = Pair.open()) {
            reset(pair.accepted());
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> pair.clientIn().read())
                        .isInstanceOf(SocketException.class)
                        .hasMessageContaining("reset");
            }
            assertThatThrownBy(() -> pair.clientOut().write(1))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("Broken pipe");
        }
    }

    private static void writeThenRead() throws Exception {
        try (Pair pair = Pair.open()) {
            reset(pair.accepted());
            assertThatThrownBy(() -> pair.clientOut().write(1))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
            assertThatThrownBy(() -> pair.clientOut().write(1))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("Broken pipe");
            assertThat(pair.clientIn().read()).isEqualTo(-1);
        }
    }

    private static void endBeforeReset() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.accepted().close();
            Thread.sleep(MOMENT_MILLIS);
            pair.clientOut().write(1);
            Thread.sleep(MOMENT_MILLIS);
            assertThat(pair.clientIn().read()).isEqualTo(-1);
            assertThatThrownBy(() -> pair.clientOut().write(1))
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("Broken pipe");
        }
    }

    private static void listenerClosed() throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            Thread.sleep(MOMENT_MILLIS);
            server.close();
            assertThatThrownBy(() -> client.getInputStream().read())
                    .isInstanceOf(SocketException.class)
                    .hasMessageContaining("reset");
        }
    }

    private static void bothShut() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.accepted().shutdownOutput();
            pair.accepted().shutdownInput();
            assertThat(pair.clientIn().read()).isEqualTo(-1);
            pair.clientOut().write(1);
            Thread.sleep(MOMENT_MILLIS);
            assertThatThrownBy(() -> pair.clientOut().write(1)).isInstanceOf(SocketException.class);
        }
    }
}
