package dev.gridlock.toxiproxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The seed decides which connections a toxic hits, whatever the threads do. */
class SeedTest {
    private static final int CONNECTIONS = 60;

    /** Which of the connections a toxic with a toxicity of a half closes. */
    private static List<Boolean> hits(long seed, String toxic) throws Exception {
        try (Bed bed = new Bed(seed)) {
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                sockets.add(bed.connect());
            }
            // one after the other, and all at once, must be the same: half of them are met open, half are made
            // afterwards
            assertThat(bed.ask(
                                    "POST",
                                    "/proxies/echo/toxics",
                                    "{\"name\":\"%s\",\"type\":\"limit_data\",\"toxicity\":0.5}".formatted(toxic))
                            .statusCode())
                    .isEqualTo(200);
            for (int i = 0; i < CONNECTIONS; i++) {
                sockets.add(bed.connect());
            }
            List<Boolean> hits = new ArrayList<>();
            for (Socket socket : sockets) {
                socket.getOutputStream().write("x".getBytes(UTF_8));
            }
            for (Socket socket : sockets) {
                hits.add(socket.getInputStream().read() < 0);
                socket.close();
            }
            return hits;
        }
    }

    @Test
    void equalSeedsHitTheSameConnectionsAndOthersDoNot() throws Exception {
        List<Boolean> first = hits(7, "limit");
        assertThat(first).contains(true, false);
        assertThat(hits(7, "limit")).isEqualTo(first);
        assertThat(hits(8, "limit")).isNotEqualTo(first);
        assertThat(hits(7, "other")).isNotEqualTo(first);
    }
}
