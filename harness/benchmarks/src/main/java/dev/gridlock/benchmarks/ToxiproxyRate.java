package dev.gridlock.benchmarks;

import dev.gridlock.toxiproxy.ToxiproxyOptions;
import dev.gridlock.toxiproxy.ToxiproxyServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Prints what a proxy without toxics costs: the rate of a bulk transfer, and the time of a round trip of one byte, as a ratio to the
 * same without a proxy. Ways take turns, and the median of the rounds counts.
 *
 * <p>Arguments: rounds (default 7), then any number of {@code NAME=HOST:PORT}, the APIs of Toxiproxy servers in other processes, ours
 * or others. Always measured: {@code direct}; {@code embedded}, our server in this process; {@code selector}, a relay on one thread
 * with a selector in this process.
 */
public final class ToxiproxyRate {
    private static final int BULK_BYTES = 256 << 20;
    private static final int ROUND_TRIPS = 5_000;
    private static final int CHUNK_BYTES = 64 << 10;
    private static final Pattern LISTEN = Pattern.compile("\"listen\":\"127\\.0\\.0\\.1:([0-9]+)\"");

    private ToxiproxyRate() {}

    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket echo = new ServerSocket(0, 50, here);
                ToxiproxyServer server =
                        ToxiproxyServer.start(ToxiproxyOptions.local().withHost("127.0.0.1"));
                SelectorRelay relay = SelectorRelay.start(new InetSocketAddress(here, echo.getLocalPort()))) {
            Thread.ofPlatform().daemon().start(() -> serve(echo));
            Map<String, Integer> ways = new LinkedHashMap<>();
            ways.put("direct", echo.getLocalPort());
            ways.put("embedded", proxy("127.0.0.1:" + server.port(), echo.getLocalPort()));
            ways.put("selector", relay.address().getPort());
            for (String argument : Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length)) {
                String[] parts = argument.split("=", 2);
                ways.put(parts[0], proxy(parts[1], echo.getLocalPort()));
            }
            measure(ways, rounds);
        }
    }

    /** Creates a proxy by the API at an address and returns its port. */
    private static int proxy(String api, int upstream) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            String body = "{\"name\":\"rate-%d\",\"listen\":\"127.0.0.1:0\",\"upstream\":\"127.0.0.1:%d\"}"
                    .formatted(upstream, upstream);
            String answer = client.send(
                            HttpRequest.newBuilder(URI.create("http://" + api + "/proxies"))
                                    .POST(BodyPublishers.ofString(body))
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
            Matcher listen = LISTEN.matcher(answer);
            if (!listen.find()) {
                throw new IOException("no proxy by " + api + ": " + answer);
            }
            return Integer.parseInt(listen.group(1));
        }
    }

    /** Sends back single bytes; of bulk, announced by the byte 1, the number of bytes is told when all have come. */
    private static void serve(ServerSocket listener) {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                client.setTcpNoDelay(true);
                Thread.ofPlatform().daemon().start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void serve(Socket client) {
        byte[] buffer = new byte[CHUNK_BYTES];
        try (client) {
            InputStream in = client.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int kind = in.read(); kind >= 0; kind = in.read()) {
                long missing = kind == 1 ? BULK_BYTES : 0;
                while (missing > 0) {
                    missing -= in.read(buffer, 0, (int) Math.min(missing, buffer.length));
                }
                out.write(kind);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void measure(Map<String, Integer> ways, int rounds) throws IOException {
        Map<String, List<Double>> rates = new LinkedHashMap<>();
        Map<String, List<Double>> trips = new LinkedHashMap<>();
        // two more, to warm up
        for (int round = -2; round < rounds; round++) {
            for (Map.Entry<String, Integer> way : ways.entrySet()) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), way.getValue())) {
                    socket.setTcpNoDelay(true);
                    double rate = bulk(socket);
                    double trip = roundTrip(socket);
                    if (round >= 0) {
                        rates.computeIfAbsent(way.getKey(), name -> new ArrayList<>())
                                .add(rate);
                        trips.computeIfAbsent(way.getKey(), name -> new ArrayList<>())
                                .add(trip);
                    }
                }
            }
        }
        double directRate = median(rates.getOrDefault("direct", List.of()));
        double directTrip = median(trips.getOrDefault("direct", List.of()));
        System.out.printf("%-12s %10s %8s %14s %8s%n", "way", "MB/s", "ratio", "round trip us", "ratio");
        for (String name : ways.keySet()) {
            double rate = median(rates.getOrDefault(name, List.of()));
            double trip = median(trips.getOrDefault(name, List.of()));
            System.out.printf(
                    "%-12s %10.0f %8.2f %14.1f %8.2f%n", name, rate, rate / directRate, trip, trip / directTrip);
        }
    }

    /** Megabytes a second. */
    private static double bulk(Socket socket) throws IOException {
        byte[] buffer = new byte[CHUNK_BYTES];
        OutputStream out = socket.getOutputStream();
        long start = System.nanoTime();
        out.write(1);
        for (int sent = 0; sent < BULK_BYTES; sent += buffer.length) {
            out.write(buffer);
        }
        if (socket.getInputStream().read() != 1) {
            throw new IOException("the transfer was cut off");
        }
        return BULK_BYTES * 1e3 / (System.nanoTime() - start);
    }

    /** Microseconds, the median. */
    private static double roundTrip(Socket socket) throws IOException {
        List<Double> micros = new ArrayList<>();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            long start = System.nanoTime();
            socket.getOutputStream().write(2);
            if (socket.getInputStream().read() != 2) {
                throw new IOException("the round trip was cut off");
            }
            micros.add((System.nanoTime() - start) / 1e3);
        }
        return median(micros);
    }

    private static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(value -> value).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
