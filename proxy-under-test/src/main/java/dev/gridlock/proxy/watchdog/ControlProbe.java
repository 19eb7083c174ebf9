package dev.gridlock.proxy.watchdog;

import dev.gridlock.proxy.config.ProbeKind;
import dev.gridlock.proxy.http.Upstream;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.jspecify.annotations.Nullable;

/** Asks the control channel one thing, again and again. Keeps its connection. Used by one thread. */
public final class ControlProbe implements AutoCloseable {

    private final String address;
    private final ProbeKind kind;
    private @Nullable Upstream kept;

    /**
     * A probe of one control channel.
     *
     * @param address where it listens, {@code host:port}
     * @param kind what it is asked
     */
    public ControlProbe(String address, ProbeKind kind) {
        this.address = address;
        this.kind = kind;
    }

    /**
     * Probes once.
     *
     * @param deadline for the connection and for each silence of the answer
     * @return why the probe failed, a clause; empty if it was answered
     */
    Optional<String> failure(Duration deadline) {
        try {
            Upstream control = kept == null ? Upstream.connect(address, address, deadline) : kept;
            kept = control;
            control.setSilenceLimit(deadline);
            ClassicHttpRequest request = new BasicClassicHttpRequest("GET", kind.target());
            request.setHeader(HttpHeaders.HOST, address);
            control.send(request);
            ClassicHttpResponse response = control.receive(request);
            EntityUtils.consume(response.getEntity());
            return response.getCode() == 200
                    ? Optional.empty()
                    : Optional.of("the control channel answered " + response.getCode());
        } catch (IOException | HttpException e) {
            // The late answer must not be taken for that to the next probe.
            close();
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        if (kept != null) {
            kept.close();
            kept = null;
        }
    }
}
