package dev.gridlock.proxy.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.LockedCatalog;
import dev.gridlock.proxy.fake.RawClient;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.RawServer;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RoutingTest {

    private static final String EAGER = "[catalog]\nloading = \"eager\"";

    private final FakeStore store = FakeStore.start();
    private final FakeHost waw = FakeHost.echo("waw");
    private final FakeHost fra = FakeHost.echo("fra");
    private final FakeHost iad = FakeHost.echo("iad");

    @AfterEach
    void close() {
        store.close();
        waw.close();
        fra.close();
        iad.close();
    }

    @Test
    void goesToTheNearestRegionAndNamesTheMachine() throws IOException {
        store.putMachine("m-1", "shop", "iad", iad.address(), "u-1");
        store.putMachine("m-2", "shop", "waw", waw.address(), "u-1");
        store.putMachine("m-3", "shop", "fra", fra.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            RawMessage answer = proxy.get("shop", "/");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("waw:");
            assertThat(answer.field("X-Gridlock-Machine")).contains("m-2");
            assertThat(answer.field("X-Gridlock-Region")).contains("waw");
        }
    }

    @Test
    void connectsToTranslatedAddresses() throws IOException {
        store.putMachine("m-1", "shop", "waw", "192.0.2.1:80", "u-1");
        var settings = EAGER + """

                [address_translation]
                "192.0.2.9:1" = "%s"
                "192.0.2.1:80" = "%s"
                """.formatted(store.address(), waw.address());
        try (var proxy = new TestProxy("192.0.2.9:1", settings).ready()) {
            assertThat(proxy.get("shop", "/").body()).isEqualTo("waw:");
        }
        try (var proxy = new TestProxy("192.0.2.9:1", settings.replace("eager", "lazy")).ready()) {
            assertThat(proxy.get("shop", "/").body()).isEqualTo("waw:");
        }
    }

    @Test
    void takesARegionWithoutAConfiguredRoundTripLast() throws IOException {
        store.putMachine("m-1", "shop", "syd", fra.address(), "u-1");
        store.putMachine("m-2", "shop", "iad", iad.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            assertThat(proxy.get("shop", "/").body()).isEqualTo("iad:");
        }
    }

    @Test
    void takesTurnsAmongTheMachinesOfOneRegion() throws IOException {
        for (int number = 1; number <= 3; number++) {
            store.putMachine("m-" + number, "shop", "waw", waw.address(), "u-1");
        }
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            List<String> machines = new ArrayList<>();
            for (int request = 0; request < 6; request++) {
                machines.add(proxy.get("shop", "/").field("X-Gridlock-Machine").orElseThrow());
            }

            assertThat(machines).containsExactly("m-1", "m-2", "m-3", "m-1", "m-2", "m-3");
        }
    }

    @Test
    void takesTheMachineWithFewerRequestsUnderWayAmongTheNearest() throws Exception {
        var release = new CountDownLatch(1);
        try (FakeHost slow = FakeHost.answering(request -> {
                    LockedCatalog.pass(release);
                    return FakeHost.ok("slow");
                });
                FakeHost quick = FakeHost.echo("quick")) {
            store.putMachine("m-1", "shop", "waw", slow.address(), "u-1");
            store.putMachine("m-2", "shop", "waw", quick.address(), "u-1");
            store.putMachine("m-3", "shop", "fra", fra.address(), "u-1");
            try (var proxy = new TestProxy(store.address(), EAGER).ready();
                    var waiting = new RawClient(proxy.node().frontAddress())) {
                waiting.send("GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n");
                Events.until(
                        "the request to reach its machine",
                        () -> slow.requests().size() == 1);

                for (int request = 0; request < 3; request++) {
                    assertThat(proxy.get("shop", "/").body()).isEqualTo("quick:");
                    // By turns alone the next one would go to the machine that is busy.
                    Events.until("the request to be over", () -> requestsTo("m-2", proxy) == 0);
                    assertThat(requestsTo("m-1", proxy)).isEqualTo(1);
                }
                release.countDown();
                assertThat(waiting.receive().body()).isEqualTo("slow");
            } finally {
                release.countDown();
            }
        }
    }

    @Test
    void passesOverAMachineThatIsNotStarted() throws IOException {
        store.putMachine("m-1", "shop", "waw", waw.address(), "stopped", "u-1");
        store.putMachine("m-2", "shop", "fra", fra.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            assertThat(proxy.get("shop", "/").body()).isEqualTo("fra:");
        }
    }

    @Test
    void fallsBackToTheNextRegionWhenAHostRefusesAndThenPassesTheHostOver() throws IOException {
        String dead = deadAddress();
        store.putMachine("m-1", "shop", "waw", dead, "u-1");
        store.putMachine("m-2", "shop", "waw", dead, "u-1");
        store.putMachine("m-3", "shop", "fra", fra.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), "host_penalty = \"1m\"\nattempts = 2\n" + EAGER).ready()) {
            assertThat(proxy.get("shop", "/").body()).isEqualTo("fra:");
            // The host has just failed, so the second request has both its attempts left for others.
            assertThat(proxy.get("shop", "/").body()).isEqualTo("fra:");
        }
    }

    @Test
    void goesToAnotherMachineWhenTheHostOfAKeptConnectionIsGone() throws IOException {
        store.putMachine("m-1", "shop", "waw", waw.address(), "u-1");
        store.putMachine("m-2", "shop", "fra", fra.address(), "u-1");
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            assertThat(proxy.get("shop", "/").body()).isEqualTo("waw:");
            waw.close();

            RawMessage answer = proxy.get("shop", "/");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("fra:");
        }
    }

    @Test
    void triesAHostAgainWhenItsPenaltyIsOver() throws IOException, InterruptedException {
        String address = deadAddress();
        store.putMachine("m-1", "shop", "waw", address, "u-1");
        try (var proxy = new TestProxy(store.address(), "host_penalty = \"100ms\"\n" + EAGER).ready()) {
            assertThat(proxy.get("shop", "/").field("X-Gridlock-Reason")).contains("connect-failed");
            assertThat(proxy.get("shop", "/").field("X-Gridlock-Reason")).contains("no-healthy-machine");

            int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
            try (RawServer revived = RawServer.start(port, (in, out) -> {
                RawMessage.read(in);
                FakeHost.write(out, FakeHost.ok("back"));
            })) {
                Thread.sleep(150);
                assertThat(proxy.get("shop", "/").body()).isEqualTo("back");
                assertThat(revived.accepted()).isEqualTo(1);
            }
        }
    }

    @Test
    void answers502WhenNoHostAcceptsAConnection() throws IOException {
        store.putMachine("m-1", "shop", "waw", deadAddress(), "u-1");
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            RawMessage answer = proxy.get("shop", "/");

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.field("X-Gridlock-Reason")).contains("connect-failed");
        }
    }

    @Test
    void answers502ForAnAddressThatIsNone() throws IOException {
        store.putMachine("m-1", "shop", "waw", "nowhere", "u-1");
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            RawMessage answer = proxy.get("shop", "/");

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.body()).contains("\"nowhere\", expected host:port");
        }
    }

    @Test
    void answers503WhenNoMachineIsStarted() throws IOException {
        store.putMachine("m-1", "shop", "waw", waw.address(), "stopped", "u-1");
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            RawMessage answer = proxy.get("shop", "/");

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.field("X-Gridlock-Reason")).contains("no-healthy-machine");
            assertThat(answer.body())
                    .contains("None of the 1 machines of \"shop\"")
                    .contains("0 are started");
        }
    }

    @Test
    void answers404ForAnApplicationThatNobodyKnows() throws IOException {
        try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
            RawMessage answer = proxy.get("shop", "/");

            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.field("X-Gridlock-Reason")).contains("unknown-application");
        }
    }

    @Test
    void answers504WhenTheHostIsSilent() throws IOException {
        try (RawServer silent = RawServer.start((in, out) -> in.transferTo(OutputStream.nullOutputStream()))) {
            store.putMachine("m-1", "shop", "waw", silent.address(), "u-1");
            try (var proxy = new TestProxy(store.address(), "response_timeout = \"100ms\"\n" + EAGER).ready()) {
                RawMessage answer = proxy.get("shop", "/");

                assertThat(answer.status()).isEqualTo(504);
                assertThat(answer.field("X-Gridlock-Reason")).contains("response-timeout");
            }
        }
    }

    @Test
    void answers502WhenTheHostClosesInsteadOfAnswering() throws IOException {
        try (RawServer rude = RawServer.start((in, out) -> RawMessage.read(in))) {
            store.putMachine("m-1", "shop", "waw", rude.address(), "u-1");
            try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
                RawMessage answer = proxy.get("shop", "/");

                assertThat(answer.status()).isEqualTo(502);
                assertThat(answer.field("X-Gridlock-Reason")).contains("upstream-closed");
            }
        }
    }

    @Test
    void answers502WhenTheHostSpeaksNoHttp() throws IOException {
        try (RawServer stranger = RawServer.start((in, out) -> {
            RawMessage.read(in);
            FakeHost.write(out, "SSH-2.0-OpenSSH_9.6\r\n\r\n");
        })) {
            store.putMachine("m-1", "shop", "waw", stranger.address(), "u-1");
            try (var proxy = new TestProxy(store.address(), EAGER).ready()) {
                assertThat(proxy.get("shop", "/").status()).isEqualTo(502);
            }
        }
    }

    private static int requestsTo(String machine, TestProxy proxy) {
        return proxy.node()
                .catalog()
                .read(
                        "test",
                        "shop",
                        view -> view.application("shop").orElseThrow().machines().stream()
                                .filter(entry -> entry.row().id().equals(machine))
                                .mapToInt(entry -> entry.use().requests())
                                .sum());
    }

    private static String deadAddress() {
        try (RawServer gone = RawServer.start((in, out) -> {})) {
            return gone.address();
        }
    }
}
