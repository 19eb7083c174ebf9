package dev.gridlock.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.rekawek.toxiproxy.Proxy;
import eu.rekawek.toxiproxy.ToxiproxyClient;
import eu.rekawek.toxiproxy.model.Toxic;
import eu.rekawek.toxiproxy.model.ToxicDirection;
import eu.rekawek.toxiproxy.model.toxic.Bandwidth;
import eu.rekawek.toxiproxy.model.toxic.Latency;
import eu.rekawek.toxiproxy.model.toxic.LimitData;
import eu.rekawek.toxiproxy.model.toxic.ResetPeer;
import eu.rekawek.toxiproxy.model.toxic.Slicer;
import eu.rekawek.toxiproxy.model.toxic.SlowClose;
import eu.rekawek.toxiproxy.model.toxic.Timeout;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every method of the official Java client, unchanged, against the server. */
class OfficialClientTest {
    private ToxiproxyServer server;
    private ToxiproxyClient client;

    @BeforeEach
    void start() throws IOException {
        server = ToxiproxyServer.start(ToxiproxyOptions.local());
        client = new ToxiproxyClient("localhost", server.port());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Proxy proxy() throws IOException {
        return client.createProxy("one", "localhost:0", "localhost:1");
    }

    @Test
    void theServerIsAskedForItsVersion() throws IOException {
        assertThat(client.version()).contains("2.12.0");
        assertThat(new ToxiproxyClient("http", "localhost", server.port()).version())
                .contains("2.12.0");
    }

    @Test
    void proxiesAreCreatedFoundAndDeleted() throws IOException {
        Proxy created = proxy();
        assertThat(created.getName()).isEqualTo("one");
        assertThat(created.getListen()).matches("127\\.0\\.0\\.1:[1-9][0-9]*");
        assertThat(created.getUpstream()).isEqualTo("localhost:1");
        assertThat(created.isEnabled()).isTrue();

        Proxy found = client.getProxy("one");
        assertThat(found.getListen()).isEqualTo(created.getListen());
        assertThat(client.getProxyOrNull("one")).isNotNull();
        client.createProxy("two", "localhost:0", "localhost:2");
        assertThat(client.getProxies()).extracting(Proxy::getName).containsExactly("one", "two");

        found.delete();
        assertThat(client.getProxyOrNull("one")).isNull();
        assertThatThrownBy(() -> client.getProxy("one")).isInstanceOf(IOException.class);
        assertThat(client.getProxies()).extracting(Proxy::getName).containsExactly("two");
    }

    @Test
    void proxiesAreChanged() throws IOException {
        Proxy proxy = proxy();
        proxy.disable();
        assertThat(proxy.isEnabled()).isFalse();
        assertThat(client.getProxy("one").isEnabled()).isFalse();
        proxy.enable();
        assertThat(proxy.isEnabled()).isTrue();
        proxy.setUpstream("localhost:3");
        assertThat(client.getProxy("one").getUpstream()).isEqualTo("localhost:3");
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        proxy.setListen("127.0.0.1:" + free);
        assertThat(client.getProxy("one").getListen()).isEqualTo("127.0.0.1:" + free);
    }

    @Test
    void resetEnablesProxiesAndRemovesToxics() throws IOException {
        Proxy proxy = proxy();
        proxy.toxics().latency("slow", ToxicDirection.UPSTREAM, 5);
        proxy.disable();
        client.reset();
        assertThat(client.getProxy("one").isEnabled()).isTrue();
        assertThat(proxy.toxics().getAll()).isEmpty();
    }

    @Test
    void toxicsAreListedFoundAndRemoved() throws IOException {
        Proxy proxy = proxy();
        Latency latency = proxy.toxics().latency("slow", ToxicDirection.UPSTREAM, 5);
        proxy.toxics().bandwidth("narrow", ToxicDirection.DOWNSTREAM, 6);
        assertThat(proxy.toxics().getAll()).extracting(Toxic::getName).isEqualTo(List.of("slow", "narrow"));
        assertThat(proxy.toxics().get("slow")).isInstanceOf(Latency.class);
        assertThat(proxy.toxics().get("narrow", Bandwidth.class).getRate()).isEqualTo(6);
        assertThat(latency.getName()).isEqualTo("slow");
        assertThat(latency.getStream()).isEqualTo(ToxicDirection.UPSTREAM);
        assertThat(latency.getToxicity()).isEqualTo(1f);
        latency.setToxicity(0.25f);
        assertThat(proxy.toxics().get("slow").getToxicity()).isEqualTo(0.25f);
        latency.remove();
        assertThat(proxy.toxics().getAll()).hasSize(1);
        assertThatThrownBy(() -> proxy.toxics().get("slow")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> proxy.toxics().bandwidth("narrow", ToxicDirection.UPSTREAM, 1))
                .isInstanceOf(IOException.class);
    }

    @Test
    void latencyIsToldItsValues() throws IOException {
        Latency toxic = proxy().toxics().latency("t", ToxicDirection.DOWNSTREAM, 10);
        assertThat(toxic.getLatency()).isEqualTo(10);
        assertThat(toxic.setLatency(20).setJitter(3).getJitter()).isEqualTo(3);
        Latency found = client.getProxy("one").toxics().get("t", Latency.class);
        assertThat(found.getLatency()).isEqualTo(20);
        assertThat(found.getJitter()).isEqualTo(3);
    }

    @Test
    void slicerIsToldItsValues() throws IOException {
        Slicer toxic = proxy().toxics().slicer("t", ToxicDirection.DOWNSTREAM, 10, 11);
        assertThat(toxic.getAverageSize()).isEqualTo(10);
        assertThat(toxic.getDelay()).isEqualTo(11);
        toxic.setAverageSize(20).setDelay(21).setSizeVariation(22);
        Slicer found = client.getProxy("one").toxics().get("t", Slicer.class);
        assertThat(found.getAverageSize()).isEqualTo(20);
        assertThat(found.getDelay()).isEqualTo(21);
        assertThat(found.getSizeVariation()).isEqualTo(22);
    }

    @Test
    void toxicsWithOneValueAreToldIt() throws IOException {
        var toxics = proxy().toxics();
        Bandwidth bandwidth = toxics.bandwidth("b", ToxicDirection.UPSTREAM, 1);
        assertThat(bandwidth.setRate(11).getRate()).isEqualTo(11);
        assertThat(toxics.get("b", Bandwidth.class).getRate()).isEqualTo(11);
        SlowClose slowClose = toxics.slowClose("s", ToxicDirection.UPSTREAM, 2);
        assertThat(slowClose.setDelay(12).getDelay()).isEqualTo(12);
        assertThat(toxics.get("s", SlowClose.class).getDelay()).isEqualTo(12);
        Timeout timeout = toxics.timeout("t", ToxicDirection.UPSTREAM, 3);
        assertThat(timeout.setTimeout(13).getTimeout()).isEqualTo(13);
        assertThat(toxics.get("t", Timeout.class).getTimeout()).isEqualTo(13);
        LimitData limitData = toxics.limitData("l", ToxicDirection.UPSTREAM, 4);
        assertThat(limitData.setBytes(14).getBytes()).isEqualTo(14);
        assertThat(toxics.get("l", LimitData.class).getBytes()).isEqualTo(14);
        ResetPeer resetPeer = toxics.resetPeer("r", ToxicDirection.DOWNSTREAM, 5);
        assertThat(resetPeer.setTimeout(15).getTimeout()).isEqualTo(15);
        assertThat(toxics.get("r", ResetPeer.class).getTimeout()).isEqualTo(15);
        assertThat(toxics.getAll()).hasSize(5);
    }
}
