package dev.gridlock.toxiproxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A thousand additions and removals under load. Whoever hangs runs into the read timeout of its socket, and fails. */
class ChurnTest {
    private static final int CYCLES = 1_000;
    private static final int CLIENTS = 8;
    private static final long SEED = 20_261_201;

    /** Toxics that spoil but do not kill. */
    private static final List<String> HARMLESS = List.of(
            "\"type\":\"latency\",\"attributes\":{\"latency\":2,\"jitter\":2}",
            "\"type\":\"latency\",\"attributes\":{\"latency\":600000}",
            "\"type\":\"bandwidth\",\"attributes\":{\"rate\":0}",
            "\"type\":\"bandwidth\",\"attributes\":{\"rate\":20000}",
            "\"type\":\"slicer\",\"attributes\":{\"average_size\":50,\"size_variation\":20,\"delay\":10}",
            "\"type\":\"slow_close\",\"attributes\":{\"delay\":600000}",
            "\"type\":\"limit_data\",\"attributes\":{\"bytes\":1000000000000}",
            "\"type\":\"reset_peer\",\"attributes\":{\"timeout\":600000}",
            "\"type\":\"latency\",\"toxicity\":0.5,\"attributes\":{\"latency\":600000}",
            "\"type\":\"noop\"");

    /** Toxics that end connections. */
    private static final List<String> DEADLY = List.of(
            "\"type\":\"timeout\",\"attributes\":{\"timeout\":1}",
            "\"type\":\"timeout\",\"attributes\":{\"timeout\":0}",
            "\"type\":\"reset_peer\"",
            "\"type\":\"reset_peer\",\"attributes\":{\"timeout\":1}",
            "\"type\":\"limit_data\",\"attributes\":{\"bytes\":3000}",
            "\"type\":\"limit_data\",\"toxicity\":0.5");

    private final SplittableRandom random = new SplittableRandom(SEED);

    private void churn(Bed bed, List<String> toxics) throws Exception {
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            String stream = random.nextBoolean() ? "upstream" : "downstream";
            String toxic = toxics.get(random.nextInt(toxics.size()));
            // two at a time, the first one added being the first removed
            String name = "t" + cycle;
            var added = bed.ask(
                    "POST",
                    "/proxies/echo/toxics",
                    "{\"name\":\"%s\",\"stream\":\"%s\",%s}".formatted(name, stream, toxic));
            assertThat(added.statusCode()).as(added.body()).isEqualTo(200);
            if (cycle > 0) {
                bed.remove("t" + (cycle - 1));
            }
        }
        bed.remove("t" + (CYCLES - 1));
    }

    private static byte[] message(SplittableRandom random) {
        byte[] message = new byte[random.nextInt(1, 5_000)];
        random.nextBytes(message);
        return message;
    }

    @Test
    void nothingIsLostHangsOrLeaksWhileHarmlessToxicsComeAndGo() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong echoed = new AtomicLong();
        try (Bed bed = new Bed();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                SplittableRandom draws = random.split();
                Socket socket = bed.connect();
                clients.add(CompletableFuture.runAsync(
                        () -> {
                            try (socket) {
                                while (!stop.get()) {
                                    byte[] message = message(draws);
                                    assertThat(Bed.echo(socket, message)).isEqualTo(message);
                                    echoed.incrementAndGet();
                                }
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        },
                        threads));
            }
            churn(bed, HARMLESS);
            long after = echoed.get();
            assertThat(clients).noneMatch(CompletableFuture::isDone);
            while (echoed.get() < after + 10 * CLIENTS && clients.stream().noneMatch(CompletableFuture::isDone)) {
                Thread.sleep(1);
            }
            stop.set(true);
            clients.forEach(CompletableFuture::join);
            bed.awaitNoConnections();
            assertThat(bed.notices).isEmpty();
        }
    }

    @Test
    void connectionsThatAreKilledAreClosedAndNewOnesAreServed() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicLong killed = new AtomicLong();
        AtomicLong echoed = new AtomicLong();
        try (Bed bed = new Bed();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                SplittableRandom draws = random.split();
                clients.add(CompletableFuture.runAsync(
                        () -> {
                            while (!stop.get()) {
                                byte[] message = message(draws);
                                if (Arrays.equals(ask(bed, message), message)) {
                                    echoed.incrementAndGet();
                                } else {
                                    killed.incrementAndGet();
                                }
                            }
                        },
                        threads));
            }
            churn(bed, DEADLY);
            long after = echoed.get();
            while (echoed.get() < after + 10 * CLIENTS && clients.stream().noneMatch(CompletableFuture::isDone)) {
                Thread.sleep(1);
            }
            stop.set(true);
            clients.forEach(CompletableFuture::join);
            assertThat(killed).hasPositiveValue();
            bed.awaitNoConnections();
        }
    }

    /** What comes back on a connection of its own, as far as it comes; only a hang is a failure. */
    private static byte[] ask(Bed bed, byte[] message) {
        try (Socket socket = bed.connect()) {
            return Bed.echo(socket, message);
        } catch (SocketTimeoutException hung) {
            throw new IllegalStateException(hung);
        } catch (IOException killed) {
            return new byte[0];
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
