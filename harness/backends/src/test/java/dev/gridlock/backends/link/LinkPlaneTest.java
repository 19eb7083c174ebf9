package dev.gridlock.backends.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.Way;
import dev.gridlock.engine.fault.Ways;
import dev.gridlock.toxiproxy.ToxiproxyOptions;
import dev.gridlock.toxiproxy.ToxiproxyServer;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Links between Warsaw and Frankfurt on a server, looked at by the client. */
class LinkPlaneTest {

    private static final Way THERE = new Way("waw", "fra");
    private static final String FROM_WAW = "store-waw-1>fra";
    private static final String FROM_FRA = "store-fra-1>waw";
    private static final Duration SECOND = Duration.ofSeconds(1);

    private ToxiproxyServer server;
    private ToxiproxyClient client;
    private LinkPlane plane;

    LinkPlaneTest() throws IOException {
        server = ToxiproxyServer.start(ToxiproxyOptions.local());
        client = new ToxiproxyClient(server.host(), server.port());
        plane = new LinkPlane(client);
    }

    @BeforeEach
    void link() throws IOException {
        plane.add(FROM_WAW, "127.0.0.1:0", "127.0.0.1:1", THERE, Duration.ofMillis(9));
        plane.add(FROM_FRA, "127.0.0.1:0", "127.0.0.1:1", THERE.back(), Duration.ofMillis(9));
        plane.add("proxy-waw-1>waw", "127.0.0.1:0", "127.0.0.1:1");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static LinkFault fault(LinkEffect effect, List<Way> ways) {
        return new LinkFault(effect, ways, "somewhere", SECOND, SECOND.multipliedBy(2));
    }

    private List<String> toxics(String proxy) throws IOException {
        return client.getProxy(proxy).toxics().getAll().stream()
                .map(Toxic::getName)
                .sorted()
                .toList();
    }

    @Test
    void linksAreAsSlowAsTheirRegionsAreFarApartBothWays() throws IOException {
        assertThat(toxics(FROM_WAW)).containsExactly("delay-downstream", "delay-upstream");
        assertThat(toxics("proxy-waw-1>waw")).isEmpty();
    }

    @Test
    void aOneWayFaultHurtsRequestsOnOneSideAndAnswersOnTheOther() throws IOException {
        var cut = fault(new LinkEffect.Cut(), List.of(THERE));
        plane.begin(cut);

        assertThat(toxics(FROM_WAW)).containsExactly("delay-downstream", "delay-upstream", "fault-1-upstream");
        assertThat(toxics(FROM_FRA)).containsExactly("delay-downstream", "delay-upstream", "fault-1-downstream");
        assertThat(toxics("proxy-waw-1>waw")).isEmpty();

        plane.end(cut);
        assertThat(toxics(FROM_WAW)).hasSize(2);
        assertThat(toxics(FROM_FRA)).hasSize(2);
    }

    @Test
    void overlappingFaultsHealOneByOneEqualOnesToo() throws IOException {
        var hole = fault(new LinkEffect.BlackHole(), Ways.between("waw", "fra"));
        var cut = fault(new LinkEffect.Cut(), Ways.between("waw", "fra"));
        plane.begin(cut);
        plane.begin(hole);
        plane.begin(cut);
        assertThat(toxics(FROM_WAW)).hasSize(2 + 6);

        plane.end(hole);
        plane.end(cut);
        assertThat(toxics(FROM_WAW)).hasSize(2 + 2);
        plane.end(cut);
        assertThat(toxics(FROM_WAW)).hasSize(2);
        assertThatThrownBy(() -> plane.end(cut)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void delaysAddUpInOneToxic() throws IOException {
        var some = fault(new LinkEffect.Delay(Duration.ofMillis(20), Duration.ofMillis(6)), List.of(THERE));
        var more = fault(new LinkEffect.Delay(Duration.ofMillis(100), Duration.ZERO), List.of(THERE));
        plane.begin(some);
        plane.begin(more);

        assertThat(toxics(FROM_WAW)).hasSize(2);
        assertThat(delay(FROM_WAW, "delay-upstream")).isEqualTo("132 ± 3");
        assertThat(delay(FROM_WAW, "delay-downstream")).isEqualTo("9 ± 0");
        assertThat(delay(FROM_FRA, "delay-downstream")).isEqualTo("132 ± 3");

        plane.end(some);
        assertThat(delay(FROM_WAW, "delay-upstream")).isEqualTo("109 ± 0");
        plane.end(more);
        assertThat(delay(FROM_WAW, "delay-upstream")).isEqualTo("9 ± 0");
    }

    private String delay(String proxy, String toxic) throws IOException {
        var latency = client.getProxy(proxy).toxics().get(toxic, Latency.class);
        return latency.getLatency() + " ± " + latency.getJitter();
    }

    @Test
    void everyEffectIsAToxic() throws IOException {
        for (var effect : List.of(
                new LinkEffect.Cut(),
                new LinkEffect.BlackHole(),
                new LinkEffect.Reset(),
                new LinkEffect.Bandwidth(64_000),
                new LinkEffect.Slices(64, Duration.ofMillis(1)),
                new LinkEffect.Slices(1, Duration.ofMillis(1)))) {
            var fault = fault(effect, List.of(THERE));
            plane.begin(fault);
            assertThat(toxics(FROM_WAW)).as("%s", effect).hasSize(3);
            plane.end(fault);
        }
    }

    @Test
    void aFaultThatCannotBeBroughtAboutEverywhereIsBroughtAboutNowhere() throws IOException {
        client.getProxy(FROM_FRA).delete();

        assertThatThrownBy(() -> plane.begin(fault(new LinkEffect.Cut(), List.of(THERE))))
                .isInstanceOf(IOException.class);

        assertThat(toxics(FROM_WAW)).containsExactly("delay-downstream", "delay-upstream");
    }
}
