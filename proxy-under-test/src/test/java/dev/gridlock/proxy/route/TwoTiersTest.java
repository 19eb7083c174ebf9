package dev.gridlock.proxy.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.RawClient;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.RawServer;
import dev.gridlock.proxy.fake.TestProxy;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An edge that knows regions, in front of the regions' proxies, which know machines. */
class TwoTiersTest {

    private static final String REASON = "X-Gridlock-Reason";
    private static final String MACHINE = "X-Gridlock-Machine";
    private static final String EDGE = "X-Gridlock-Edge";

    private final FakeStore global = FakeStore.start();
    private final FakeStore store = FakeStore.start();
    private final FakeHost waw = FakeHost.echo("waw");
    private final FakeHost fra = FakeHost.echo("fra");

    @AfterEach
    void close() {
        global.close();
        store.close();
        waw.close();
        fra.close();
    }

    @Test
    void anEdgeSendsARequestToTheNearestRegionWhoseProxyChoosesTheMachine() throws IOException {
        machines();
        try (var proxyWaw = regional("waw");
                var proxyFra = regional("fra");
                var edge = edge(peers("waw", proxyWaw), peers("fra", proxyFra))) {
            RawMessage near = edge.get("shop", "/a?b=c");
            assertThat(near.status()).isEqualTo(200);
            assertThat(near.body()).isEqualTo("waw:");
            assertThat(near.field(MACHINE)).contains("m-waw");
            assertThat(near.field("X-Gridlock-Region")).contains("waw");
            assertThat(near.field(EDGE)).contains("proxy-waw-1");
            assertThat(waw.requests().getFirst().target()).isEqualTo("/a?b=c");
            assertThat(waw.requests().getFirst().field("X-Forwarded-For")).contains("127.0.0.1, 127.0.0.1");
            assertThat(waw.requests().getFirst().field("X-Forwarded-Host")).contains("shop.example");

            RawMessage far = edge.get("attic", "/");
            assertThat(far.body()).isEqualTo("fra:");
            assertThat(far.field(MACHINE)).contains("m-attic");
            assertThat(edge.get("nobody", "/").status()).isEqualTo(404);
            assertThat(global.asked()).allMatch(request -> request.contains("FROM app_regions"));
        }
    }

    @Test
    void anEdgeFollowsApplicationsFromRegionToRegion() throws IOException {
        machines();
        try (var proxyWaw = regional("waw");
                var proxyFra = regional("fra");
                var edge = edge(peers("waw", proxyWaw), peers("fra", proxyFra))) {
            assertThat(edge.get("shop", "/").body()).isEqualTo("waw:");

            global.deleteAppRegion("shop", "waw");
            Events.until("the edge to hear", () -> body(edge, "shop").equals("fra:"));
            global.pause("app_regions");
            global.putAppRegion("shop", "waw", "u-5");
            global.deleteAppRegion("attic", "fra");
            global.forgetChanges();
            global.cut();
            global.resume();
            Events.until("the new snapshot", () -> body(edge, "shop").equals("waw:"));
            assertThat(edge.get("attic", "/").status()).isEqualTo(404);
            assertThat(edge.control("/digest").body()).contains("\"apps\":1,\"machines\":2,");
        }
    }

    @Test
    void aRegionWithoutALiveProxyIsPassedOverForTheNextOne() throws IOException {
        machines();
        String dead = deadAddress();
        String deadToo = deadAddress();
        try (var proxyFra = regional("fra");
                var edge = edge(peers("waw", dead, deadToo), peers("fra", proxyFra))) {
            RawMessage answer = post(edge, "shop", "order");

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("fra:order");
            assertThat(answer.field(MACHINE)).contains("m-fra");
        }
    }

    @Test
    void aProxyThatWentAwayWithItsKeptConnectionIsPassedOverToo() throws IOException {
        machines();
        // To the edge this host is as good as a proxy.
        try (var proxyFra = regional("fra");
                var edge = edge(peers("waw", waw.address()), peers("fra", proxyFra))) {
            assertThat(edge.get("shop", "/").body()).isEqualTo("waw:");
            waw.close();

            assertThat(edge.get("shop", "/").body()).isEqualTo("fra:");
        }
    }

    @Test
    void noMoreThanTheAttemptsOfOneRegionAreSpentOnIt() throws IOException {
        machines();
        String dead = deadAddress();
        try (var alive = regional("waw");
                var proxyFra = regional("fra");
                var edge = new TestProxy(
                                global.address(),
                                "attempts = 1\n"
                                        + edgeSettings(
                                                peers("waw", dead, address(alive)), peers("fra", address(proxyFra))))
                        .ready()) {
            // The dead one was first in its turn, and the region has had its attempt.
            assertThat(edge.get("shop", "/").body()).isEqualTo("fra:");
            // It has failed a moment ago, so the attempt goes to the other.
            assertThat(edge.get("shop", "/").body()).isEqualTo("waw:");
        }
    }

    @Test
    void saysThatNoProxyIsLeft() throws IOException {
        machines();
        try (var edge = edge(peers("waw", deadAddress()), peers("iad", deadAddress()))) {
            for (int request = 0; request < 2; request++) {
                RawMessage answer = edge.get("shop", "/");

                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.field(REASON)).contains("no-live-proxy");
                assertThat(answer.body()).isEqualTo("No proxy takes requests for \"shop\", which is in fra, waw.\n");
            }
        }
    }

    @Test
    void aRequestThatMayHaveBeenTakenIsNotSentToAnotherProxy() throws IOException {
        machines();
        try (RawServer rude = RawServer.start((in, out) -> RawMessage.read(in));
                var proxyFra = regional("fra");
                var edge = edge(peers("waw", rude.address()), peers("fra", proxyFra))) {
            RawMessage answer = post(edge, "shop", "order");

            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.field(REASON)).contains("upstream-closed");
            assertThat(rude.accepted()).isEqualTo(1);
            assertThat(fra.requests()).isEmpty();
        }
    }

    @Test
    void aProxyThatTakesRequestsAndAnswersNoneIsPassedOverByTheNextRequest() throws IOException {
        machines();
        try (RawServer stuck = RawServer.start((in, out) -> in.transferTo(OutputStream.nullOutputStream()));
                var proxyFra = regional("fra");
                var edge = new TestProxy(
                                global.address(),
                                "response_timeout = \"100ms\"\n"
                                        + edgeSettings(peers("waw", stuck.address()), peers("fra", proxyFra)))
                        .ready()) {
            RawMessage first = edge.get("shop", "/");
            assertThat(first.status()).isEqualTo(504);
            assertThat(first.field(REASON)).contains("response-timeout");

            assertThat(edge.get("shop", "/").body()).isEqualTo("fra:");
            assertThat(stuck.accepted()).isEqualTo(1);
        }
    }

    @Test
    void anEdgeTakesTurnsAmongTheProxiesOfARegion() throws IOException {
        global.putAppRegion("shop", "waw", "u-1");
        try (var one = FakeHost.echo("one");
                var two = FakeHost.echo("two");
                var edge = edge(peers("waw", one.address(), two.address()))) {
            List<String> bodies = new ArrayList<>();
            for (int request = 0; request < 4; request++) {
                bodies.add(edge.get("shop", "/").body());
            }
            assertThat(bodies).containsExactly("one:", "two:", "one:", "two:");
        }
    }

    @Test
    void edgesThatPointAtEachOtherDoNotPassRequestsInACircle() throws IOException {
        global.putAppRegion("shop", "waw", "u-1");
        try (var last = edge(peers("waw", deadAddress()));
                var first = edge(peers("waw", last))) {
            RawMessage answer = first.get("shop", "/");

            assertThat(answer.status()).isEqualTo(508);
            assertThat(answer.field(REASON)).contains("edge-loop");
            assertThat(answer.body()).isEqualTo("The request has passed the edge \"proxy-waw-1\" already.\n");
        }
    }

    @Test
    void aRegionalProxyTakesARequestOfAnEdge() throws IOException {
        machines();
        try (var proxy = regional("waw");
                var client = new RawClient(proxy.node().frontAddress())) {
            RawMessage answer = client.ask("GET / HTTP/1.1\r\nHost: shop.example\r\n" + EDGE + ": edge-1\r\n\r\n");
            assertThat(answer.body()).isEqualTo("waw:");
        }
    }

    @Test
    void theAgeOfBothCatalogsIsTold() throws IOException {
        machines();
        try (var proxyWaw = regional("waw");
                var edge = edge(peers("waw", proxyWaw))) {
            global.close();
            store.close();
            edge.events().await("feed.cut");
            proxyWaw.events().await("feed.cut", event -> "machines".equals(event.get("table")));

            assertThat(edge.get("shop", "/").fields().stream()
                            .filter(line -> line.startsWith("X-Gridlock-Catalog-Age")))
                    .hasSize(2);
        }
    }

    private void machines() {
        global.putAppRegion("shop", "waw", "u-1");
        global.putAppRegion("shop", "fra", "u-1");
        global.putAppRegion("attic", "fra", "u-1");
        store.putMachine("m-waw", "shop", "waw", waw.address(), "u-1");
        store.putMachine("m-fra", "shop", "fra", fra.address(), "u-1");
        store.putMachine("m-attic", "attic", "fra", fra.address(), "u-1");
    }

    private TestProxy regional(String region) throws IOException {
        return new TestProxy(store.address(), "tier = \"regional\"\n[catalog]\nregions = [\"" + region + "\"]").ready();
    }

    private TestProxy edge(String... peers) throws IOException {
        return new TestProxy(global.address(), edgeSettings(peers)).ready();
    }

    private static String edgeSettings(String... peers) {
        return "tier = \"edge\"\nhost_penalty = \"1m\"\n[peers]\n" + String.join("\n", peers);
    }

    private static String peers(String region, TestProxy proxy) {
        return peers(region, address(proxy));
    }

    private static String peers(String region, String... addresses) {
        return region + " = [\"" + String.join("\", \"", addresses) + "\"]";
    }

    private static String address(TestProxy proxy) {
        InetSocketAddress front = proxy.node().frontAddress();
        return "127.0.0.1:" + front.getPort();
    }

    private static RawMessage post(TestProxy proxy, String app, String body) throws IOException {
        try (var client = new RawClient(proxy.node().frontAddress())) {
            return client.ask("POST / HTTP/1.1\r\nHost: " + app + ".example\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body);
        }
    }

    private static String body(TestProxy proxy, String app) {
        try {
            return proxy.get(app, "/").body();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String deadAddress() {
        try (RawServer gone = RawServer.start((in, out) -> {})) {
            return gone.address();
        }
    }
}
