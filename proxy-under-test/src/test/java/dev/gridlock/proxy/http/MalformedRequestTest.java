package dev.gridlock.proxy.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.RawClient;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MalformedRequestTest {

    private final FakeStore store = FakeStore.start();
    private final FakeHost host = FakeHost.echo("waw");
    private TestProxy proxy;

    @BeforeEach
    void open() throws IOException {
        store.putMachine("m-1", "shop", "waw", host.address(), "u-1");
        proxy = new TestProxy(store.address(), "[catalog]\nloading = \"eager\"").ready();
    }

    @AfterEach
    void close() throws IOException {
        proxy.close();
        host.close();
        store.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | no host | GET / HTTP/1.1^^",
                "400 | two hosts | GET / HTTP/1.1^Host: shop^Host: other^^",
                "400 | length and chunks | POST / HTTP/1.1^Host: shop^Content-Length: 5^Transfer-Encoding: chunked^^0^^",
                "400 | two lengths | POST / HTTP/1.1^Host: shop^Content-Length: 5^Content-Length: 6^^hello!",
                "400 | negative length | POST / HTTP/1.1^Host: shop^Content-Length: -5^^",
                "400 | a length with a sign | POST / HTTP/1.1^Host: shop^Content-Length: +5^^hello",
                "400 | a list of lengths | POST / HTTP/1.1^Host: shop^Content-Length: 5, 5^^hello",
                "400 | chunks before they existed | POST / HTTP/1.0^Host: shop^Transfer-Encoding: chunked^^0^^",
                "400 | no request line | hello^^",
                "501 | a tunnel | CONNECT shop:443 HTTP/1.1^Host: shop^^",
                "501 | unknown coding | POST / HTTP/1.1^Host: shop^Transfer-Encoding: gzip^^",
                "505 | another version | GET / HTTP/2.0^Host: shop^^",
            })
    void isAnsweredAndNotPassedOn(int status, String what, String request) throws IOException {
        try (var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage answer = client.ask(request.replace("^", "\r\n"));

            assertThat(answer.status()).as(what).isEqualTo(status);
            assertThat(answer.field("Connection")).contains("close");
            assertThat(client.in().read()).isEqualTo(-1);
        }
        assertThat(host.requests()).isEmpty();
    }

    @Test
    void anEndlessHeaderIsRefused() throws IOException {
        try (var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage answer =
                    client.ask("GET / HTTP/1.1\r\nHost: shop\r\nX-Long: " + "x".repeat(20_000) + "\r\n\r\n");

            assertThat(answer.status()).isEqualTo(431);
        }
    }

    @Test
    void tooManyHeadersAreRefused() throws IOException {
        try (var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage answer = client.ask("GET / HTTP/1.1\r\nHost: shop\r\n" + "X-Many: 1\r\n".repeat(300) + "\r\n");

            assertThat(answer.status()).isEqualTo(431);
        }
    }

    @Test
    void aBodyInBrokenChunksIsRefused() throws IOException {
        try (var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage answer =
                    client.ask("POST / HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n");

            assertThat(answer.status()).isEqualTo(400);
        }
        assertThat(host.requests()).isEmpty();
    }
}
