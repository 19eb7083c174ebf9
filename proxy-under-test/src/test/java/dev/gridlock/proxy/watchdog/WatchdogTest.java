package dev.gridlock.proxy.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.config.ProbeKind;
import dev.gridlock.proxy.config.ProxyConfig;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.RawMessage;
import dev.gridlock.proxy.fake.RawServer;
import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lockwatch.StallWatch;
import dev.gridlock.proxy.threads.NodeThreads;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchdogTest {

    private static final Duration STEP = Duration.ofMillis(200);

    @TempDir
    private Path folder;

    private final Events events = new Events();
    private final AtomicInteger halted = new AtomicInteger();

    @Test
    void anAnswerInTimeGivesItAllItsPatienceBack() throws Exception {
        var probes = new AtomicInteger();
        try (RawServer control = RawServer.start((in, out) -> {
            for (Optional<RawMessage> probe = RawMessage.read(in); probe.isPresent(); probe = RawMessage.read(in)) {
                assertThat(probe.get().target()).isEqualTo("/status");
                if (probes.incrementAndGet() == 3) {
                    FakeHost.write(out, FakeHost.ok("{}"));
                }
            }
        })) {
            watchdog(control.address(), folder.resolve("stalls")).run();
        }

        assertThat(events.named("watchdog.missed"))
                .extracting(event -> (Object) event.get("missed"))
                .isEqualTo(List.of(1, 2, 1, 2, 3));
        assertThat(halted).hasValue(134);
        assertThat(folder.resolve("stalls").toFile().list()).hasSize(1);
        Map<?, ?> silence = events.await("watchdog.silence");
        assertThat(silence.get("kind")).isEqualTo("free");
        assertThat(String.valueOf(silence.get("snapshot")))
                .startsWith("stalls/stall-proxy-waw-1-")
                .endsWith(".json");
    }

    @Test
    void anAnswerThatIsAFailureCountsAsNone() {
        try (RawServer control = RawServer.start((in, out) -> {
            for (Optional<RawMessage> probe = RawMessage.read(in); probe.isPresent(); probe = RawMessage.read(in)) {
                FakeHost.write(out, "HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n");
            }
        })) {
            watchdog(control.address(), folder).run();
        }

        assertThat(events.named("watchdog.missed"))
                .allMatch(event -> "the control channel answered 500".equals(event.get("reason")));
        assertThat(halted).hasValue(134);
    }

    @Test
    void aFullDiskDoesNotKeepAStalledNodeAlive() throws Exception {
        Path notAFolder = Files.createFile(folder.resolve("file"));
        try (RawServer control = RawServer.start((in, out) -> in.transferTo(OutputStream.nullOutputStream()))) {
            watchdog(control.address(), notAFolder).run();
        }

        assertThat(events.await("watchdog.silence").get("snapshot")).isEqualTo("");
        assertThat(halted).hasValue(134);
    }

    @Test
    void theBlindProbeAsksWhatTakesNoLock() {
        try (RawServer control = RawServer.start((in, out) -> {
            Optional<RawMessage> probe = RawMessage.read(in);
            assertThat(probe.orElseThrow().target()).isEqualTo("/live");
            FakeHost.write(out, FakeHost.ok("{}"));
        })) {
            var probe = new ControlProbe(control.address(), ProbeKind.BYPASSES_LOCK);

            assertThat(probe.failure(Duration.ofSeconds(5))).isEmpty();
            probe.close();
        }
    }

    private Watchdog watchdog(String control, Path stalls) {
        ProbeKind kind = ProbeKind.TOUCHES_LOCK;
        var log = new EventLog("proxy-waw-1", events.stream(), new Json());
        var settings = new ProxyConfig.Watchdog(true, STEP, STEP, 3, stalls, Duration.ZERO, kind, Duration.ZERO, 0);
        var lock = CatalogLocks.create("parking-lot-0.12.5");
        return new Watchdog(
                settings,
                new ControlProbe(control, kind),
                new StallWatch(lock, new LockLedger(16), log, STEP, STEP),
                new StallSnapshot("proxy-waw-1", new NodeThreads(), log, new Json(), folder, stalls),
                log,
                halted::set);
    }
}
