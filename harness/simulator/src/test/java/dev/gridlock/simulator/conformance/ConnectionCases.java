package dev.gridlock.simulator.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;

/** Bytes that travel over open connections. */
final class ConnectionCases {
    private ConnectionCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("what is written at one end is read at the other", ConnectionCases::echo),
                Case.of("single bytes keep their value", ConnectionCases::singleBytes),
                Case.of("a read takes no more than what is there", ConnectionCases::partialRead),
                Case.of("reads and writes of nothing return at once", ConnectionCases::emptyTransfers),
                Case.of("a large transfer arrives whole and in order", ConnectionCases::largeTransfer),
                Case.of("a writer waits for a reader that does not read", ConnectionCases::backpressure),
                Case.of("both ends may write at once", ConnectionCases::bothDirections),
                Case.of("data and object streams cross the wire", ConnectionCases::typedStreams),
                Case.of("available tells what can be read without waiting", ConnectionCases::available),
                Case.of("a connection is there before it is accepted", ConnectionCases::dataBeforeAccept),
                Case.of("two listeners serve their own clients", ConnectionCases::twoListeners),
                Case.of("many clients are served at once", ConnectionCases::manyClients),
                Case.of("two threads may read and write one socket", ConnectionCases::fullDuplexOneSocket));
    }

    private static void echo() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Boolean> server = Running.run(() -> pair.serverIn().transferTo(pair.serverOut()));
            pair.clientOut().write("Grüße aus Warszawa".getBytes(UTF_8));
            byte[] back = pair.clientIn().readNBytes("Grüße aus Warszawa".getBytes(UTF_8).length);
            assertThat(new String(back, UTF_8)).isEqualTo("Grüße aus Warszawa");
            pair.client().shutdownOutput();
            server.result();
        }
    }

    private static void singleBytes() throws Exception {
        try (Pair pair = Pair.open()) {
            for (int b = 0; b < 256; b++) {
                pair.clientOut().write(b);
            }
            for (int b = 0; b < 256; b++) {
                assertThat(pair.serverIn().read()).isEqualTo(b);
            }
        }
    }

    private static void partialRead() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.clientOut().write("0123456789".getBytes(UTF_8), 2, 5);
            byte[] buffer = new byte[100];
            assertThat(pair.serverIn().read(buffer, 10, 3)).isEqualTo(3);
            assertThat(new String(buffer, 10, 3, UTF_8)).isEqualTo("234");
            assertThat(pair.serverIn().read(buffer)).isEqualTo(2);
            assertThat(new String(buffer, 0, 2, UTF_8)).isEqualTo("56");
        }
    }

    private static void emptyTransfers() throws Exception {
        try (Pair pair = Pair.open()) {
            pair.clientOut().write(new byte[0]);
            assertThat(pair.serverIn().read(new byte[0])).isZero();
            pair.clientOut().write(7);
            assertThat(pair.serverIn().read()).isEqualTo(7);
        }
    }

    private static byte[] pattern(int length, int salt) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + (i >>> 8) + salt);
        }
        return bytes;
    }

    private static long crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }

    private static void largeTransfer() throws Exception {
        byte[] sent = pattern(3_000_001, 0);
        try (Pair pair = Pair.open()) {
            Running<Boolean> writer = Running.run(() -> {
                OutputStream out = pair.clientOut();
                for (int from = 0, chunk = 1; from < sent.length; from += chunk, chunk = chunk * 3 + 1) {
                    out.write(sent, from, Math.min(chunk, sent.length - from));
                }
                pair.client().shutdownOutput();
            });
            byte[] received = pair.serverIn().readAllBytes();
            writer.result();
            assertThat(received).hasSize(sent.length);
            assertThat(crc(received)).isEqualTo(crc(sent));
        }
    }

    private static void backpressure() throws Exception {
        byte[] chunk = pattern(100_000, 1);
        int chunks = 150;
        AtomicLong written = new AtomicLong();
        try (Pair pair = Pair.open()) {
            Running<Boolean> writer = Running.run(() -> {
                for (int i = 0; i < chunks; i++) {
                    pair.clientOut().write(chunk);
                    written.addAndGet(chunk.length);
                }
                pair.client().shutdownOutput();
            });
            writer.awaitBlocked();
            for (long before = -1; before != written.get(); Thread.sleep(20)) {
                before = written.get();
            }
            assertThat(written.get()).isBetween(1L, (chunks - 1L) * chunk.length);
            long total = 0;
            byte[] buffer = new byte[50_000];
            for (int n; (n = pair.serverIn().read(buffer)) >= 0; total += n) {
                assertThat(buffer[0]).isEqualTo(chunk[(int) (total % chunk.length)]);
            }
            writer.result();
            assertThat(total).isEqualTo((long) chunks * chunk.length);
        }
    }

    private static void bothDirections() throws Exception {
        byte[] up = pattern(700_000, 2);
        byte[] down = pattern(900_000, 3);
        try (Pair pair = Pair.open()) {
            Running<Boolean> uploading = Running.run(() -> send(pair.client(), up));
            Running<Boolean> downloading = Running.run(() -> send(pair.accepted(), down));
            Running<byte[]> received = Running.start(() -> pair.serverIn().readAllBytes());
            assertThat(crc(pair.clientIn().readAllBytes())).isEqualTo(crc(down));
            assertThat(crc(received.result())).isEqualTo(crc(up));
            uploading.result();
            downloading.result();
        }
    }

    private static void send(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.shutdownOutput();
    }

    private static void typedStreams() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Boolean> sender = Running.run(() -> {
                DataOutputStream data = new DataOutputStream(pair.clientOut());
                data.writeLong(0x0123456789ABCDEFL);
                data.writeUTF("łódź");
                ObjectOutputStream objects = new ObjectOutputStream(data);
                objects.writeObject(new ArrayList<>(List.of("waw", "fra", "iad")));
                objects.flush();
            });
            DataInputStream data = new DataInputStream(pair.serverIn());
            assertThat(data.readLong()).isEqualTo(0x0123456789ABCDEFL);
            assertThat(data.readUTF()).isEqualTo("łódź");
            assertThat(new ObjectInputStream(data).readObject()).isEqualTo(List.of("waw", "fra", "iad"));
            sender.result();
        }
    }

    private static void available() throws Exception {
        try (Pair pair = Pair.open()) {
            assertThat(pair.serverIn().available()).isZero();
            pair.clientOut().write(new byte[5]);
            while (pair.serverIn().available() < 5) {
                Thread.sleep(1);
            }
            assertThat(pair.serverIn().read(new byte[2])).isEqualTo(2);
            assertThat(pair.serverIn().available()).isEqualTo(3);
            pair.client().close();
            Thread.sleep(20);
            assertThat(pair.serverIn().available()).isEqualTo(3);
            assertThat(pair.serverIn().readAllBytes()).hasSize(3);
            assertThat(pair.serverIn().available()).isZero();
        }
    }

    private static void dataBeforeAccept() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            client.getOutputStream().write("early".getBytes(UTF_8));
            Thread.sleep(10);
            try (Socket accepted = server.accept()) {
                assertThat(accepted.getInputStream().readNBytes(5)).isEqualTo("early".getBytes(UTF_8));
            }
        }
    }

    private static Running<Boolean> serveLines(ServerSocket server, String prefix, int connections) {
        return Running.run(() -> {
            List<Running<Boolean>> handlers = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                Socket socket = server.accept();
                handlers.add(Running.run(() -> {
                    try (socket;
                            BufferedReader in = reader(socket.getInputStream());
                            PrintWriter out = new PrintWriter(socket.getOutputStream(), true, UTF_8)) {
                        for (String line; (line = in.readLine()) != null; ) {
                            out.println(prefix + line);
                        }
                    }
                }));
            }
            for (Running<Boolean> handler : handlers) {
                handler.result();
            }
        });
    }

    private static BufferedReader reader(InputStream in) {
        return new BufferedReader(new InputStreamReader(in, UTF_8));
    }

    private static String ask(int port, String question) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                BufferedReader in = reader(socket.getInputStream());
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, UTF_8)) {
            out.println(question);
            return String.valueOf(in.readLine());
        }
    }

    private static void twoListeners() throws Exception {
        try (ServerSocket first = new ServerSocket(0);
                ServerSocket second = new ServerSocket(0)) {
            assertThat(first.getLocalPort()).isNotEqualTo(second.getLocalPort());
            Running<Boolean> one = serveLines(first, "one ", 1);
            Running<Boolean> two = serveLines(second, "two ", 1);
            assertThat(ask(second.getLocalPort(), "x")).isEqualTo("two x");
            assertThat(ask(first.getLocalPort(), "y")).isEqualTo("one y");
            one.result();
            two.result();
        }
    }

    private static void manyClients() throws Exception {
        int clients = 40;
        try (ServerSocket server = new ServerSocket(0)) {
            Running<Boolean> serving = serveLines(server, "echo ", clients);
            List<Running<String>> asking = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                String question = "q" + i;
                asking.add(Running.start(() -> ask(server.getLocalPort(), question)));
            }
            for (int i = 0; i < clients; i++) {
                assertThat(asking.get(i).result()).isEqualTo("echo q" + i);
            }
            serving.result();
        }
    }

    private static void fullDuplexOneSocket() throws Exception {
        try (Pair pair = Pair.open()) {
            Running<Integer> reading = Running.start(() -> pair.clientIn().read());
            reading.awaitBlocked();
            pair.clientOut().write(1);
            assertThat(pair.serverIn().read()).isEqualTo(1);
            pair.serverOut().write(2);
            assertThat(reading.result()).isEqualTo(2);
        }
    }
}
