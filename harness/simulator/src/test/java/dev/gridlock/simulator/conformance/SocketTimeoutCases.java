package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;

/** Socket calls that wait for a limited time. */
final class SocketTimeoutCases {
    private SocketTimeoutCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a read times out, and the socket can still be used", SocketTimeoutCases::read),
                Case.of("data before the timeout is read", SocketTimeoutCases::dataInTime),
                Case.of("the timeout is set for each read, not for the connection", SocketTimeoutCases::eachRead),
                Case.of("an accept times out, and the server can still be used", SocketTimeoutCases::accept),
                Case.of("a timeout of zero means none", SocketTimeoutCases::none),
                Case.of("a timed read of data that is there does not wait", SocketTimeoutCases::noWait));
    }

    private static void read() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.client().setSoTimeout(25);
            assertThat(pair.client().getSoTimeout()).isEqualTo(25);
            Stopwatch watch = Stopwatch.start();
            assertThatThrownBy(() -> pair.clientIn().read())
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("Read timed out");
            watch.tookAtLeastMillis(25);
            assertThat(pair.client().isClosed()).isFalse();
            pair.serverOut().write(5);
            pair.client().setSoTimeout(10_000);
            assertThat(pair.clientIn().read()).isEqualTo(5);
        }
    }

    private static void dataInTime() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.client().setSoTimeout(10_000);
            Running<Integer> reading = Running.start(() -> pair.clientIn().read());
            reading.awaitBlocked();
            pair.serverOut().write(9);
            assertThat(reading.result()).isEqualTo(9);
        }
    }

    private static void eachRead() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.client().setSoTimeout(2_000);
            Stopwatch watch = Stopwatch.start();
            Running<Boolean> trickle = Running.run(() -> {
                for (int i = 0; i < 4; i++) {
                    Thread.sleep(10);
                    pair.serverOut().write(i);
                }
            });
            for (int i = 0; i < 4; i++) {
                assertThat(pair.clientIn().read()).isEqualTo(i);
            }
            watch.tookAtLeastMillis(40);
            trickle.result();
        }
    }

    private static void accept() throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            server.setSoTimeout(25);
            Stopwatch watch = Stopwatch.start();
            assertThatThrownBy(server::accept)
                    .isInstanceOf(SocketTimeoutException.class)
                    .hasMessage("Accept timed out");
            watch.tookAtLeastMillis(25);
            server.setSoTimeout(10_000);
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                    Socket accepted = server.accept()) {
                assertThat(accepted.getPort()).isEqualTo(client.getLocalPort());
                assertThat(accepted.getSoTimeout()).isZero();
            }
        }
    }

    private static void none() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.client().setSoTimeout(1);
            pair.client().setSoTimeout(0);
            Running<Integer> reading = Running.start(() -> pair.clientIn().read());
            Thread.sleep(20);
            pair.serverOut().write(1);
            assertThat(reading.result()).isEqualTo(1);
        }
    }

    private static void noWait() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.serverOut().write(1);
            while (pair.clientIn().available() == 0) {
                Thread.sleep(1);
            }
            pair.client().setSoTimeout(1);
            assertThat(pair.clientIn().read()).isEqualTo(1);
        }
    }
}
