package dev.gridlock.benchmarks;

import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.NodeListener;
import dev.gridlock.simulator.NodeOptions;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.Simulation;
import dev.gridlock.simulator.SimulationOptions;
import dev.gridlock.simulator.network.LinkProfile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnectionFactory;
import org.apache.hc.core5.http.impl.io.DefaultBHttpServerConnectionFactory;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.impl.io.HttpService;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http.protocol.RequestConnControl;
import org.apache.hc.core5.http.protocol.RequestContent;
import org.apache.hc.core5.http.protocol.RequestTargetHost;
import org.apache.hc.core5.http.protocol.ResponseConnControl;
import org.apache.hc.core5.http.protocol.ResponseContent;
import org.apache.hc.core5.net.URIAuthority;

/**
 * Prints how many whole HTTP requests a second go through simulated sockets: Apache HttpCore on both sides, 50 clients with one connection
 * each, 5 ms one way.
 *
 * <p>Arguments: requests of each client in a round (default 2000) and number of rounds (default 6); the first rounds warm up.
 */
public final class RequestRate {
    private static final int CLIENTS = 50;
    private static final String SERVER = "10.0.0.1";
    private static final int PORT = 8080;

    private RequestRate() {}

    public static void main(String[] arguments) {
        int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 6;
        for (int round = 1; round <= rounds; round++) {
            run(round, requests);
        }
    }

    private static void run(int round, int requests) {
        try (Simulation simulation = Simulation.create(SimulationOptions.of(5))) {
            simulation.network().links((from, to) -> LinkProfile.of(Duration.ofMillis(5)));
            int[] answered = new int[1];
            NodeListener listener = new NodeListener() {
                @Override
                public void onUncaught(Node node, String thread, Throwable exception, Duration at) {
                    throw new IllegalStateException(node + " / " + thread, exception);
                }
            };
            Node server = simulation.addNode(
                    NodeOptions.of("server", SERVER).withCpus(8).withListener(listener));
            server.start(RequestRate::serve);
            simulation.at(Duration.ofMillis(1), () -> {
                for (int i = 0; i < CLIENTS; i++) {
                    simulation
                            .addNode(NodeOptions.of("client-" + i, "10.0.1." + (i + 1))
                                    .withListener(listener))
                            .start(() -> {
                                ask(requests);
                                answered[0] += requests;
                            });
                }
            });
            long started = System.nanoTime();
            RunOutcome outcome = simulation.run(Duration.ofHours(1));
            double seconds = (System.nanoTime() - started) / 1e9;
            if (answered[0] != CLIENTS * requests) {
                throw new IllegalStateException(answered[0] + " requests were answered: " + outcome);
            }
            System.out.printf(
                    "round %d  %8.0f requests/s  %9.0f steps/s  %4.1f steps a request  trace hash %016x%n",
                    round,
                    answered[0] / seconds,
                    simulation.steps() / seconds,
                    (double) simulation.steps() / answered[0],
                    simulation.traceHash());
        }
    }

    private static void serve() throws IOException {
        HttpProcessor processor = HttpProcessorBuilder.create()
                .add(new ResponseContent())
                .add(new ResponseConnControl())
                .build();
        HttpService service = new HttpService(
                processor,
                (request, context) -> (in, out, c) -> {
                    out.setCode(200);
                    out.setEntity(new StringEntity("hello " + in.getPath(), ContentType.TEXT_PLAIN));
                },
                DefaultConnectionReuseStrategy.INSTANCE,
                null);
        try (ServerSocket listening = new ServerSocket(PORT)) {
            while (true) {
                Socket socket = listening.accept();
                Thread.startVirtualThread(() -> converse(service, socket));
            }
        }
    }

    private static void converse(HttpService service, Socket socket) {
        try (var connection =
                DefaultBHttpServerConnectionFactory.builder().build().createConnection(socket)) {
            while (connection.isOpen()) {
                service.handleRequest(connection, HttpCoreContext.create());
            }
        } catch (ConnectionClosedException e) {
            // The client has asked all it wanted to.
            return;
        } catch (IOException | HttpException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void ask(int requests) throws IOException, HttpException {
        HttpProcessor processor = HttpProcessorBuilder.create()
                .add(new RequestContent())
                .add(new RequestTargetHost())
                .add(new RequestConnControl())
                .build();
        HttpRequestExecutor executor = new HttpRequestExecutor();
        URIAuthority authority = new URIAuthority("app.example");
        try (var connection = DefaultBHttpClientConnectionFactory.builder()
                .build()
                .createConnection(new Socket(InetAddress.ofLiteral(SERVER), PORT))) {
            for (int i = 0; i < requests; i++) {
                var request = new BasicClassicHttpRequest("GET", "/a/" + i);
                request.setAuthority(authority);
                request.setScheme("http");
                HttpCoreContext context = HttpCoreContext.create();
                context.setProtocolVersion(HttpVersion.HTTP_1_1);
                executor.preProcess(request, processor, context);
                try (var response = executor.execute(request, connection, context)) {
                    String body = EntityUtils.toString(response.getEntity());
                    if (!body.equals("hello /a/" + i)) {
                        throw new IllegalStateException("asked for /a/" + i + ", got " + body);
                    }
                }
            }
        }
    }
}
