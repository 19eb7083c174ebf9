package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.util.List;

/** Ports, addresses, names and options of sockets. */
@SuppressWarnings("AddressSelection") // these look-ups are what is tested
final class AddressCases {
    private AddressCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a port that nobody listens on refuses", AddressCases::refused),
                Case.of("a port can be listened on once", AddressCases::portInUse),
                Case.of(
                        "a port is free again once its listener has closed, with connections still open",
                        AddressCases::portAgain),
                Case.of("port zero gives a free port", AddressCases::portZero),
                Case.of("a client may choose its port", AddressCases::clientPort),
                Case.of("each loopback address has ports of its own", AddressCases::twoLoopbackAddresses),
                Case.of("an address of somebody else cannot be bound", AddressCases::foreignAddress),
                Case.of("addresses and ports of both ends agree", AddressCases::getters),
                Case.of("a socket that is not connected tells so", AddressCases::unconnected),
                Case.of("a server tells where it listens", AddressCases::serverGetters),
                Case.of("localhost is the loopback address", AddressCases::localhost),
                Case.of("an unresolved name cannot be connected to", AddressCases::unresolved),
                Case.of("literals need no name service", AddressCases::literals),
                Case.of("a socket connects once", AddressCases::connectTwice),
                Case.of("options have the platform's defaults", AddressCases::defaultOptions),
                Case.of("options that are set are told, by either name", AddressCases::setOptions),
                Case.of("an option that a socket has not is refused", AddressCases::unknownOption));
    }

    private static int freePort() throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            return server.getLocalPort();
        }
    }

    private static void refused() throws Exception {
        int port = freePort();
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("Connection refused");
        Socket socket = new Socket();
        assertThatThrownBy(() -> socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 5000))
                .isInstanceOf(ConnectException.class);
        assertThat(socket.isConnected()).isFalse();
        assertThat(socket.isClosed()).isTrue();
    }

    private static void portInUse() throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            assertThatThrownBy(() -> new ServerSocket(server.getLocalPort())).isInstanceOf(BindException.class);
            assertThatThrownBy(() -> new ServerSocket(server.getLocalPort(), 1, InetAddress.getLoopbackAddress()))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("in use");
        }
    }

    private static void portAgain() throws Exception {
        try (Pair pair = Pair.open()) {
            int port = pair.server().getLocalPort();
            pair.server().close();
            try (ServerSocket again = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
                    Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
                    Socket accepted = again.accept()) {
                client.getOutputStream().write(1);
                assertThat(accepted.getInputStream().read()).isEqualTo(1);
                pair.clientOut().write(2);
                assertThat(pair.serverIn().read()).isEqualTo(2);
            }
        }
    }

    private static void portZero() throws Exception {
        try (ServerSocket a = new ServerSocket(0);
                ServerSocket b = new ServerSocket(0)) {
            assertThat(a.getLocalPort()).isBetween(1024, 65535).isNotEqualTo(b.getLocalPort());
            assertThat(b.getLocalPort()).isBetween(1024, 65535);
        }
    }

    private static void clientPort() throws Exception {
        int port = freePort();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Socket client = new Socket()) {
            client.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            assertThat(client.isBound()).isTrue();
            assertThat(client.getLocalPort()).isEqualTo(port);
            client.connect(server.getLocalSocketAddress());
            try (Socket accepted = server.accept()) {
                assertThat(accepted.getPort()).isEqualTo(port);
            }
        }
    }

    private static void twoLoopbackAddresses() throws Exception {
        InetAddress one = InetAddress.getByName("127.0.0.1");
        InetAddress two = InetAddress.getByName("127.0.0.2");
        try (ServerSocket first = new ServerSocket(0, 50, one)) {
            int port = first.getLocalPort();
            assertThatThrownBy(() -> new Socket(two, port)).isInstanceOf(ConnectException.class);
            try (ServerSocket second = new ServerSocket(port, 50, two);
                    Socket client = new Socket(two, port);
                    Socket accepted = second.accept()) {
                assertThat(accepted.getLocalAddress()).isEqualTo(two);
                assertThat(client.getInetAddress()).isEqualTo(two);
            }
        }
    }

    private static void foreignAddress() {
        assertThatThrownBy(() -> new ServerSocket(0, 50, InetAddress.getByName("192.0.2.1")))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("Cannot assign requested address");
    }

    private static void getters() throws Exception {
        try (Pair pair = Pair.open()) {
            Socket client = pair.client();
            Socket accepted = pair.accepted();
            assertThat(client.isConnected()).isTrue();
            assertThat(client.isBound()).isTrue();
            assertThat(client.isClosed()).isFalse();
            assertThat(client.getPort()).isEqualTo(pair.server().getLocalPort());
            assertThat(client.getPort()).isEqualTo(accepted.getLocalPort());
            assertThat(client.getLocalPort()).isEqualTo(accepted.getPort()).isPositive();
            assertThat(client.getInetAddress()).isEqualTo(InetAddress.getLoopbackAddress());
            assertThat(client.getLocalAddress()).isEqualTo(accepted.getInetAddress());
            assertThat(client.getRemoteSocketAddress()).isEqualTo(accepted.getLocalSocketAddress());
            assertThat(client.getLocalSocketAddress()).isEqualTo(accepted.getRemoteSocketAddress());
            assertThat(client)
                    .hasToString("Socket[addr=localhost/127.0.0.1,port=" + client.getPort() + ",localport="
                            + client.getLocalPort() + "]");
        }
    }

    private static void unconnected() throws Exception {
        try (Socket socket = new Socket()) {
            assertThat(socket.isConnected()).isFalse();
            assertThat(socket.isBound()).isFalse();
            assertThat(socket.getPort()).isZero();
            assertThat(socket.getLocalPort()).isEqualTo(-1);
            assertThat(socket.getInetAddress()).isNull();
            assertThat(socket.getLocalAddress().isAnyLocalAddress()).isTrue();
            assertThat(socket.getRemoteSocketAddress()).isNull();
            assertThat(socket.getLocalSocketAddress()).isNull();
        }
    }

    private static void serverGetters() throws Exception {
        try (ServerSocket any = new ServerSocket(0);
                ServerSocket loopback = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                ServerSocket unbound = new ServerSocket()) {
            assertThat(any.isBound()).isTrue();
            assertThat(any.getInetAddress().isAnyLocalAddress()).isTrue();
            assertThat(loopback.getInetAddress()).isEqualTo(InetAddress.getLoopbackAddress());
            assertThat(loopback.getLocalSocketAddress())
                    .isEqualTo(new InetSocketAddress(InetAddress.getLoopbackAddress(), loopback.getLocalPort()));
            assertThat(unbound.isBound()).isFalse();
            assertThat(unbound.getLocalPort()).isEqualTo(-1);
            assertThatThrownBy(unbound::accept).isInstanceOf(SocketException.class);
        }
        ServerSocket closed = new ServerSocket(0);
        closed.close();
        assertThat(closed.isClosed()).isTrue();
        assertThat(closed.isBound()).isTrue();
    }

    private static void localhost() throws Exception {
        assertThat(InetAddress.getByName("localhost").isLoopbackAddress()).isTrue();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getByName("localhost"));
                Socket client = new Socket("localhost", server.getLocalPort());
                Socket accepted = server.accept()) {
            assertThat(accepted.getInetAddress().isLoopbackAddress()).isTrue();
            assertThat(client.getInetAddress().getHostName()).isEqualTo("localhost");
        }
        assertThat(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).getHostName())
                .isEqualTo("localhost");
    }

    private static void unresolved() throws Exception {
        assertThatThrownBy(() -> new Socket("no such host", 80)).isInstanceOf(UnknownHostException.class);
        assertThat(new InetSocketAddress("no such host", 80).isUnresolved()).isTrue();
        try (Socket socket = new Socket()) {
            assertThatThrownBy(() -> socket.connect(InetSocketAddress.createUnresolved("waw.example", 80)))
                    .isInstanceOf(UnknownHostException.class);
        }
    }

    private static void literals() throws Exception {
        assertThat(InetAddress.getByName("10.1.2.3").getAddress()).containsExactly(10, 1, 2, 3);
        assertThat(InetAddress.getByName("::1").isLoopbackAddress()).isTrue();
        assertThat(InetAddress.getAllByName("127.0.0.1")).hasSize(1);
        assertThat(new InetSocketAddress("127.0.0.1", 1).getAddress().isLoopbackAddress())
                .isTrue();
    }

    private static void connectTwice() throws Exception {
        try (Pair pair = Pair.open()) {
            assertThatThrownBy(() -> pair.client().connect(pair.server().getLocalSocketAddress()))
                    .isInstanceOf(SocketException.class);
        }
    }

    private static void defaultOptions() throws Exception {
        try (Pair pair = Pair.open()) {
            Socket socket = pair.accepted();
            assertThat(socket.getSoTimeout()).isZero();
            assertThat(socket.getSoLinger()).isEqualTo(-1);
            assertThat(socket.getTcpNoDelay()).isFalse();
            assertThat(socket.getKeepAlive()).isFalse();
            assertThat(socket.getOOBInline()).isFalse();
            assertThat(socket.getTrafficClass()).isZero();
            assertThat(socket.getReceiveBufferSize()).isPositive();
            assertThat(socket.getSendBufferSize()).isPositive();
            assertThat(pair.server().getReuseAddress()).isTrue();
            assertThat(socket.getOption(StandardSocketOptions.TCP_NODELAY)).isFalse();
            assertThat(socket.getOption(StandardSocketOptions.SO_KEEPALIVE)).isFalse();
            assertThat(socket.getOption(StandardSocketOptions.SO_LINGER)).isEqualTo(-1);
            assertThat(socket.getOption(StandardSocketOptions.SO_RCVBUF)).isPositive();
            assertThat(pair.server().getOption(StandardSocketOptions.SO_REUSEADDR))
                    .isTrue();
        }
    }

    private static void setOptions() throws Exception {
        try (Pair pair = Pair.open()) {
            Socket socket = pair.client();
            socket.setTcpNoDelay(true);
            assertThat(socket.getOption(StandardSocketOptions.TCP_NODELAY)).isTrue();
            socket.setOption(StandardSocketOptions.TCP_NODELAY, false);
            assertThat(socket.getTcpNoDelay()).isFalse();
            socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            assertThat(socket.getKeepAlive()).isTrue();
            socket.setSoLinger(true, 3);
            assertThat(socket.getOption(StandardSocketOptions.SO_LINGER)).isEqualTo(3);
            socket.setSoLinger(false, 0);
            assertThat(socket.getSoLinger()).isEqualTo(-1);
            assertThat(socket.getOption(StandardSocketOptions.SO_LINGER)).isEqualTo(-1);
            socket.setOption(StandardSocketOptions.SO_LINGER, -1);
            assertThat(socket.getSoLinger()).isEqualTo(-1);
            socket.setReuseAddress(true);
            assertThat(socket.getReuseAddress()).isTrue();
            assertThat(socket.supportedOptions())
                    .contains(StandardSocketOptions.TCP_NODELAY, StandardSocketOptions.SO_LINGER);
        }
    }

    private record Imagined(String name) implements SocketOption<Boolean> {
        @Override
        public Class<Boolean> type() {
            return Boolean.class;
        }
    }

    private static void unknownOption() throws Exception {
        Imagined option = new Imagined("SO_IMAGINED");
        try (Pair pair = Pair.open()) {
            assertThatThrownBy(() -> pair.client().setOption(option, true))
                    .isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> pair.client().getOption(option)).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> pair.client().setOption(StandardSocketOptions.IP_MULTICAST_TTL, 1))
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }
}
