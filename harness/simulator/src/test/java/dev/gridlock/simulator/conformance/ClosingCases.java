package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;

/** Connections that end in an orderly way, and threads that wait while they do. */
final class ClosingCases {
    private ClosingCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("the client ends its stream and still reads the answer", ClosingCases::clientHalfClose),
                Case.of("the server ends its stream and still reads", ClosingCases::serverHalfClose),
                Case.of(
                        "after the peer has closed, the rest is read and then the end, again and again",
                        ClosingCases::end),
                Case.of("a reader wakes at the end of the stream", ClosingCases::readerSeesEnd),
                Case.of("writing to a peer that has closed fails", ClosingCases::writeAfterPeerClosed),
                Case.of("writing after the end of the own stream fails", ClosingCases::writeAfterShutdownOutput),
                Case.of("a socket whose input is shut reads the end and hurts nobody", ClosingCases::shutdownInput),
                Case.of("close by another thread wakes a reader", ClosingCases::closeWakesReader),
                Case.of("close by another thread wakes a writer", ClosingCases::closeWakesWriter),
                Case.of("close by another thread wakes an acceptor", ClosingCases::closeWakesAcceptor),
                Case.of("an interrupt of a virtual thread closes the socket it reads", ClosingCases::interruptReader),
                Case.of("an interrupt of a virtual thread closes the socket it writes", ClosingCases::interruptWriter),
                Case.of(
                        "an interrupt of a virtual thread closes the server it accepts from",
                        ClosingCases::interruptAcceptor),
                Case.of("a read by an interrupted virtual thread fails", ClosingCases::readWhenInterrupted),
                Case.of("closing a stream closes the socket, twice is fine", ClosingCases::closingStreams),
                Case.of("a closed socket does nothing more", ClosingCases::useAfterClose));
    }

    private static void clientHalfClose() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Integer> server = Running.start(() -> {
                int length = pair.serverIn().readAllBytes().length;
                pair.serverOut().write(length);
                pair.accepted().close();
                return length;
            });
            pair.clientOut().write(new byte[100]);
            pair.client().shutdownOutput();
            assertThat(pair.client().isOutputShutdown()).isTrue();
            assertThat(pair.clientIn().read()).isEqualTo(100);
            assertThat(pair.clientIn().read()).isEqualTo(-1);
            assertThat(server.result()).isEqualTo(100);
        }
    }

    private static void serverHalfClose() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.accepted().shutdownOutput();
            assertThat(pair.clientIn().read()).isEqualTo(-1);
            pair.clientOut().write(42);
            assertThat(pair.serverIn().read()).isEqualTo(42);
            pair.client().close();
            assertThat(pair.serverIn().read()).isEqualTo(-1);
        }
    }

    private static void end() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.clientOut().write(new byte[] {1, 2, 3});
            pair.client().close();
            assertThat(pair.serverIn().readNBytes(3)).containsExactly(1, 2, 3);
            assertThat(pair.serverIn().read()).isEqualTo(-1);
            assertThat(pair.serverIn().read(new byte[10])).isEqualTo(-1);
        }
    }

    private static void readerSeesEnd() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Integer> reading = Running.start(() -> pair.serverIn().read());
            reading.awaitBlocked();
            pair.client().close();
            assertThat(reading.result()).isEqualTo(-1);
        }
    }

    private static void writeAfterPeerClosed() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.accepted().close();
            assertThat(pair.clientIn().read()).isEqualTo(-1);
            // The first write only provokes the answer that makes a later one fail.
            assertThatThrownBy(() -> writeOften(pair.client())).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> pair.clientOut().write(1)).isInstanceOf(SocketException.class);
            assertThat(pair.clientIn().read()).isEqualTo(-1);
        }
    }

    private static void writeOften(Socket socket) throws IOException, InterruptedException {
        for (int i = 0; i < 2000; i++) {
            socket.getOutputStream().write(1);
            Thread.sleep(1);
        }
    }

    private static void writeAfterShutdownOutput() throws Exception {
        try (Pair pair = Pair.open()) {
            var out = pair.clientOut();
            pair.client().shutdownOutput();
            assertThatThrownBy(() -> out.write(1)).isInstanceOf(IOException.class);
            assertThatThrownBy(pair::clientOut).isInstanceOf(SocketException.class);
            assertThatThrownBy(pair.client()::shutdownOutput).isInstanceOf(SocketException.class);
        }
    }

    private static void shutdownInput() throws Exception {
        try (Pair pair = Pair.open()) {
            var in = pair.clientIn();
            pair.serverOut().write(1);
            Running<Integer> second = Running.start(() -> {
                assertThat(in.read()).isEqualTo(1);
                return in.read();
            });
            second.awaitBlocked();
            pair.client().shutdownInput();
            assertThat(second.result()).isEqualTo(-1);
            assertThat(in.read()).isEqualTo(-1);
            assertThat(pair.client().isInputShutdown()).isTrue();
            for (int i = 0; i < 5; i++) {
                pair.serverOut().write(2);
                Thread.sleep(2);
            }
            assertThat(in.read()).isEqualTo(-1);
            pair.clientOut().write(3);
            assertThat(pair.serverIn().read()).isEqualTo(3);
        }
    }

    private static void closeWakesReader() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Integer> reading = Running.start(() -> pair.clientIn().read());
            reading.awaitBlocked();
            pair.client().close();
            assertThat(reading.failure()).isInstanceOf(SocketException.class).hasMessageContaining("losed");
        }
    }

    private static Running<Boolean> writeUntilBlocked(Socket socket) throws InterruptedException {
        Running<Boolean> writing = Running.run(() -> {
            while (true) {
                socket.getOutputStream().write(new byte[500_000]);
            }
        });
        // Several looks: on its way to a full buffer a writer may wait for a moment only.
        for (int i = 0; i < 10; i++) {
            writing.awaitBlocked();
            Thread.sleep(3);
        }
        return writing;
    }

    private static void closeWakesWriter() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Boolean> writing = writeUntilBlocked(pair.client());
            pair.client().close();
            assertThat(writing.failure()).isInstanceOf(SocketException.class);
        }
    }

    private static void closeWakesAcceptor() throws Exception {
        ServerSocket server = new ServerSocket(0);
        Running<Socket> accepting = Running.start(server::accept);
        accepting.awaitBlocked();
        server.close();
        assertThat(accepting.failure()).isInstanceOf(SocketException.class).hasMessageContaining("losed");
        assertThatThrownBy(server::accept).isInstanceOf(SocketException.class);
    }

    private static void interruptReader() throws Exception {
        try (Pair pair = Pair.open()) {
            boolean[] status = new boolean[1];
            Running<Integer> reading = Running.start(() -> {
                try {
                    return pair.clientIn().read();
                } finally {
                    status[0] = Thread.currentThread().isInterrupted();
                }
            });
            reading.awaitBlocked();
            reading.thread().interrupt();
            assertThat(reading.failure()).isInstanceOf(SocketException.class).hasMessage("Closed by interrupt");
            assertThat(status[0]).isTrue();
            assertThat(pair.client().isClosed()).isTrue();
            assertThat(pair.serverIn().read()).isEqualTo(-1);
        }
    }

    private static void interruptWriter() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Boolean> writing = writeUntilBlocked(pair.client());
            writing.thread().interrupt();
            assertThat(writing.failure()).isInstanceOf(SocketException.class).hasMessage("Closed by interrupt");
            assertThat(pair.client().isClosed()).isTrue();
        }
    }

    private static void interruptAcceptor() throws Exception {
        ServerSocket server = new ServerSocket(0);
        Running<Socket> accepting = Running.start(server::accept);
        accepting.awaitBlocked();
        accepting.thread().interrupt();
        assertThat(accepting.failure()).isInstanceOf(SocketException.class).hasMessage("Closed by interrupt");
        assertThat(server.isClosed()).isTrue();
    }

    private static void readWhenInterrupted() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Integer> reading = Running.start(() -> {
                Thread.currentThread().interrupt();
                return pair.clientIn().read();
            });
            assertThat(reading.failure()).isInstanceOf(SocketException.class).hasMessage("Closed by interrupt");
            assertThat(pair.client().isClosed()).isTrue();
        }
    }

    private static void closingStreams() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.clientIn().close();
            assertThat(pair.client().isClosed()).isTrue();
            pair.client().close();
            assertThat(pair.serverIn().read()).isEqualTo(-1);
            pair.serverOut().close();
            assertThat(pair.accepted().isClosed()).isTrue();
        }
    }

    private static void useAfterClose() throws Exception {
        Socket never = new Socket();
        assertThatThrownBy(never::getInputStream).isInstanceOf(SocketException.class);
        never.close();
        assertThatThrownBy(() -> never.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), 1)))
                .isInstanceOf(SocketException.class);
        try (Pair pair = Pair.open()) {
            var in = pair.clientIn();
            var out = pair.clientOut();
            pair.client().close();
            assertThatThrownBy(in::read).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> out.write(1)).isInstanceOf(SocketException.class);
            assertThatThrownBy(pair::clientIn).isInstanceOf(SocketException.class);
            assertThatThrownBy(() -> pair.client().setSoTimeout(1)).isInstanceOf(SocketException.class);
            assertThat(pair.client().isConnected()).isTrue();
        }
    }
}
