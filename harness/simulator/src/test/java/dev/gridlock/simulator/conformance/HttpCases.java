package dev.gridlock.simulator.conformance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.bootstrap.HttpRequester;
import org.apache.hc.core5.http.impl.bootstrap.HttpServer;
import org.apache.hc.core5.http.impl.bootstrap.RequesterBootstrap;
import org.apache.hc.core5.http.impl.bootstrap.ServerBootstrap;
import org.apache.hc.core5.http.impl.io.DefaultBHttpServerConnection;
import org.apache.hc.core5.http.impl.io.HttpService;
import org.apache.hc.core5.http.io.HttpRequestHandler;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.io.support.BasicHttpServerExpectationDecorator;
import org.apache.hc.core5.http.io.support.BasicHttpServerRequestHandler;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessor;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http.protocol.RequestValidateHost;
import org.apache.hc.core5.http.protocol.ResponseConnControl;
import org.apache.hc.core5.http.protocol.ResponseContent;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/** HTTP by the JDK's client and by Apache HttpCore's blocking client and server. */
final class HttpCases {
    private static final Timeout TIMEOUT = Timeout.ofSeconds(20);

    private HttpCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("HttpURLConnection gets", HttpCases::urlGet),
                Case.of("HttpURLConnection posts and reads chunks", HttpCases::urlPost),
                Case.of("HttpURLConnection gives up on a server that does not answer", HttpCases::urlTimeout),
                Case.of("HttpURLConnection fails where nobody listens", HttpCases::urlRefused),
                Case.of("HttpCore's server answers HttpCore's client", HttpCases::bootstrap),
                Case.of("HttpCore's service answers in threads of our own", HttpCases::service),
                Case.of("HttpCore's client gives up on a server that does not answer", HttpCases::coreTimeout));
    }

    /** Answers one request a connection with what {@code answer} writes. */
    private static Running<Boolean> serve(ServerSocket server, int requests, String answer) {
        return Running.run(() -> {
            for (int i = 0; i < requests; i++) {
                try (Socket socket = server.accept()) {
                    BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
                    int length = 0;
                    for (String line; (line = in.readLine()) != null && !line.isEmpty(); ) {
                        if (line.startsWith("Content-Length: ")) {
                            length = Integer.parseInt(line.substring("Content-Length: ".length()));
                        }
                    }
                    assertThat(in.skip(length)).isEqualTo(length);
                    OutputStream out = socket.getOutputStream();
                    out.write(answer.getBytes(ISO_8859_1));
                    out.flush();
                }
            }
        });
    }

    private static HttpURLConnection open(ServerSocket server, String path) throws IOException {
        return (HttpURLConnection) URI.create("http://localhost:" + server.getLocalPort() + path)
                .toURL()
                .openConnection();
    }

    private static void urlGet() throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Running<Boolean> serving =
                    serve(server, 2, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Region: waw\r\n\r\nhello");
            for (int i = 0; i < 2; i++) {
                HttpURLConnection connection = open(server, "/hello");
                assertThat(connection.getResponseCode()).isEqualTo(200);
                assertThat(connection.getHeaderField("X-Region")).isEqualTo("waw");
                assertThat(connection.getInputStream().readAllBytes()).isEqualTo("hello".getBytes(UTF_8));
            }
            serving.result();
        }
    }

    private static void urlPost() throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            Running<Boolean> serving = serve(
                    server,
                    1,
                    "HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n");
            HttpURLConnection connection = open(server, "/things");
            connection.setRequestMethod("POST");
            connection.setDoOutput(true);
            connection.setFixedLengthStreamingMode(4);
            connection.getOutputStream().write("body".getBytes(UTF_8));
            assertThat(connection.getResponseCode()).isEqualTo(201);
            assertThat(connection.getInputStream().readAllBytes()).isEqualTo("abcdefg".getBytes(UTF_8));
            serving.result();
        }
    }

    private static void urlTimeout() throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            HttpURLConnection connection = open(server, "/slow");
            connection.setConnectTimeout(10_000);
            connection.setReadTimeout(15);
            Stopwatch watch = Stopwatch.start();
            assertThatThrownBy(connection::getResponseCode).isInstanceOf(SocketTimeoutException.class);
            watch.tookAtLeastMillis(15);
        }
    }

    private static void urlRefused() throws Exception {
        ServerSocket server = new ServerSocket(0);
        server.close();
        assertThatThrownBy(() -> open(server, "/").getResponseCode()).isInstanceOf(ConnectException.class);
    }

    private static HttpRequestHandler greeter() {
        return (request, response, context) -> {
            HttpEntity body = request.getEntity();
            String said = body == null ? "nothing" : text(body);
            response.setCode(200);
            response.setEntity(new StringEntity(request.getMethod() + " " + said, ContentType.TEXT_PLAIN));
        };
    }

    private static String text(HttpEntity entity) throws IOException, HttpException {
        return Objects.requireNonNull(EntityUtils.toString(entity));
    }

    private static String ask(HttpRequester client, int port, ClassicHttpRequest request)
            throws IOException, HttpException {
        HttpHost target = new HttpHost("http", InetAddress.getLoopbackAddress(), port);
        return client.execute(
                target,
                request,
                TIMEOUT,
                HttpCoreContext.create(),
                response -> response.getCode() + " " + text(response.getEntity()));
    }

    private static void bootstrap() throws Exception {
        HttpServer server = ServerBootstrap.bootstrap()
                .setLocalAddress(InetAddress.getLoopbackAddress())
                .setListenerPort(0)
                .setCanonicalHostName("localhost")
                .setHttpProcessor(processor())
                .register("/greet", greeter())
                .create();
        server.start();
        try (HttpRequester client = RequesterBootstrap.bootstrap().create()) {
            int port = server.getLocalPort();
            for (int i = 0; i < 3; i++) {
                assertThat(ask(client, port, ClassicRequestBuilder.get("/greet").build()))
                        .isEqualTo("200 GET nothing");
                assertThat(ask(
                                client,
                                port,
                                ClassicRequestBuilder.post("/greet")
                                        .setEntity("n" + i, ContentType.TEXT_PLAIN)
                                        .build()))
                        .isEqualTo("200 POST n" + i);
            }
        } finally {
            server.close(CloseMode.IMMEDIATE);
            server.awaitTermination(org.apache.hc.core5.util.TimeValue.ofSeconds(20));
        }
    }

    /** Without a Date header: HttpCore keeps the last date for a second, for the whole JVM. */
    private static HttpProcessor processor() {
        return HttpProcessorBuilder.create()
                .add(new RequestValidateHost())
                .add(new ResponseContent())
                .add(new ResponseConnControl())
                .build();
    }

    private static HttpService service(HttpRequestHandler handler) {
        return HttpService.builder()
                .withHttpProcessor(processor())
                .withHttpServerRequestHandler(new BasicHttpServerExpectationDecorator(
                        new BasicHttpServerRequestHandler((request, context) -> handler)))
                .build();
    }

    private static void handle(Socket socket, HttpService service) throws IOException, HttpException {
        try (DefaultBHttpServerConnection connection = new DefaultBHttpServerConnection("http", Http1Config.DEFAULT)) {
            connection.bind(socket);
            HttpCoreContext context = HttpCoreContext.create();
            while (connection.isOpen()) {
                service.handleRequest(connection, context);
            }
        } catch (ConnectionClosedException e) {
            assertThat(e).hasMessageContaining("losed");
        }
    }

    private static void service() throws Exception {
        int clients = 8;
        HttpService service = service(greeter());
        try (ServerSocket server = new ServerSocket(0)) {
            Running<Boolean> accepting = Running.run(() -> {
                List<Running<Boolean>> connections = new ArrayList<>();
                for (int i = 0; i < clients; i++) {
                    Socket socket = server.accept();
                    connections.add(Running.run(() -> handle(socket, service)));
                }
                for (Running<Boolean> connection : connections) {
                    connection.result();
                }
            });
            List<Running<Boolean>> asking = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                String body = "client " + i;
                asking.add(Running.run(() -> {
                    try (HttpRequester client = RequesterBootstrap.bootstrap().create()) {
                        for (int j = 0; j < 4; j++) {
                            ClassicHttpRequest request = ClassicRequestBuilder.put("/x")
                                    .setEntity(body, ContentType.TEXT_PLAIN)
                                    .build();
                            assertThat(ask(client, server.getLocalPort(), request))
                                    .isEqualTo("200 PUT " + body);
                        }
                    }
                }));
            }
            for (Running<Boolean> each : asking) {
                each.result();
            }
            accepting.result();
        }
    }

    private static void coreTimeout() throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                HttpRequester client = RequesterBootstrap.bootstrap()
                        .setSocketConfig(org.apache.hc.core5.http.io.SocketConfig.custom()
                                .setSoTimeout(Timeout.ofMilliseconds(15))
                                .build())
                        .create()) {
            HttpHost target = new HttpHost("http", InetAddress.getLoopbackAddress(), server.getLocalPort());
            assertThatThrownBy(() -> {
                        try (ClassicHttpResponse response = client.execute(
                                target,
                                ClassicRequestBuilder.get("/").build(),
                                Timeout.ofMilliseconds(15),
                                HttpCoreContext.create())) {
                            throw new AssertionError("answered " + response.getCode());
                        }
                    })
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }
}
