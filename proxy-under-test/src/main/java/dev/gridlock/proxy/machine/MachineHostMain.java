package dev.gridlock.proxy.machine;

import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.http.Exchange;
import dev.gridlock.proxy.http.HttpListener;
import dev.gridlock.proxy.http.ListenerLimits;
import dev.gridlock.proxy.http.TextResponse;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.threads.NodeThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/** A machine host: answers any request with 200, a line of text, and headers that say who answered. */
public final class MachineHostMain {

    private static final int BAD_USAGE = 2;
    private static final String USAGE = """
            Usage: MachineHostMain --name NAME --addr HOST:PORT --region REGION
            Answers every HTTP request with 200 and the headers X-Machine-Host and X-Region.
              --name    the host's name, as in worker-waw-1
              --addr    where it listens; port 0 takes any free one
              --region  short code, as in waw
            Example: MachineHostMain --name worker-waw-1 --addr 127.0.0.1:9001 --region waw
            """;

    private MachineHostMain() {}

    /** Runs until the process is ended; exits with 2 if the arguments cannot be used, 1 if the address cannot be bound. */
    public static void main(String[] args) throws InterruptedException {
        List<String> arguments = List.of(args);
        if (arguments.contains("--help")) {
            System.out.print(USAGE);
            return;
        }
        String name = option(arguments, "--name");
        String address = option(arguments, "--addr");
        String region = option(arguments, "--region");
        int colon = address.lastIndexOf(':');
        if (name.isEmpty() || region.isEmpty() || colon < 1 || arguments.size() != 6) {
            System.err.print(USAGE);
            System.exit(BAD_USAGE);
            return;
        }
        try {
            var socketAddress =
                    new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
            open(name, region, socketAddress, new EventLog(name, System.out, new Json()), new NodeThreads());
        } catch (IllegalArgumentException e) {
            System.err.println("--addr is \"" + address + "\", expected HOST:PORT with a port from 0 to 65535.");
            System.exit(BAD_USAGE);
        } catch (IOException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        new CountDownLatch(1).await();
    }

    /** Starts a host in this process and tells that it is ready. */
    public static HttpListener open(
            String name, String region, InetSocketAddress address, EventLog events, NodeThreads threads)
            throws IOException {
        var limits =
                new ListenerLimits(Duration.ofSeconds(60), Duration.ofSeconds(10), Duration.ofSeconds(10), 100_000);
        HttpListener listener =
                HttpListener.open("machine", address, limits, threads, exchange -> answer(exchange, name, region));
        events.event("node.ready")
                .with("role", "machine-host")
                .with("addr", listener.hostAndPort())
                .emit();
        return listener;
    }

    private static void answer(Exchange exchange, String name, String region) throws IOException, HttpException {
        var request = exchange.request();
        exchange.discardBody();
        ClassicHttpResponse response =
                TextResponse.of(200, name + " " + request.getMethod() + " " + request.getPath() + "\n");
        response.setHeader("X-Machine-Host", name);
        response.setHeader("X-Region", region);
        if (request.getMethod().equals("HEAD")) {
            response.setEntity(null);
        }
        exchange.respond(response);
    }

    private static String option(List<String> arguments, String name) {
        int at = arguments.indexOf(name);
        return at < 0 || at + 1 >= arguments.size() ? "" : arguments.get(at + 1);
    }
}
