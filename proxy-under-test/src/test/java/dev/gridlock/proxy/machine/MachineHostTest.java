package dev.gridlock.proxy.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.RawClient;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.http.HttpListener;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.threads.NodeThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MachineHostTest {

    private final Events events = new Events();
    private HttpListener host;

    @BeforeEach
    void open() throws IOException {
        var log = new EventLog("worker-waw-1", events.stream(), new Json());
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        host = MachineHostMain.open("worker-waw-1", "waw", address, log, new NodeThreads());
    }

    @AfterEach
    void close() throws IOException {
        host.close();
    }

    @Test
    void answersWhateverItIsAskedAndSaysWhoItIs() throws IOException {
        try (var client = new RawClient(host.address())) {
            RawMessage get = client.ask("GET /a HTTP/1.1\r\nHost: shop\r\n\r\n");
            assertThat(get.status()).isEqualTo(200);
            assertThat(get.field("X-Machine-Host")).contains("worker-waw-1");
            assertThat(get.field("X-Region")).contains("waw");
            assertThat(get.body()).isEqualTo("worker-waw-1 GET /a\n");

            for (int time = 0; time < 2; time++) {
                RawMessage post = client.ask("POST /b HTTP/1.1\r\nHost: shop\r\nContent-Length: 5\r\n\r\nhello");
                assertThat(post.body()).isEqualTo("worker-waw-1 POST /b\n");
            }
        }
    }

    @Test
    void answersHeadWithoutABody() throws IOException {
        try (var client = new RawClient(host.address())) {
            client.send("HEAD / HTTP/1.1\r\nHost: shop\r\n\r\n");
            RawMessage head = RawMessage.readHead(client.in()).orElseThrow();
            assertThat(head.field("Content-Length")).contains("20");

            assertThat(client.ask("GET / HTTP/1.1\r\nHost: shop\r\n\r\n").body())
                    .isEqualTo("worker-waw-1 GET /\n");
        }
    }

    @Test
    void tellsWhereItListens() {
        var ready = events.await("node.ready");

        assertThat(ready.get("role")).isEqualTo("machine-host");
        assertThat(ready.get("addr")).isEqualTo("127.0.0.1:" + host.address().getPort());
    }
}
