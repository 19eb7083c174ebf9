package dev.gridlock.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.history.Outcome;
import dev.gridlock.engine.sut.HttpCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpenLoopDriverTest {

    private final long start = System.nanoTime();
    private final RunClock clock = () -> Duration.ofNanos(System.nanoTime() - start);
    private final List<Operation> ended = Collections.synchronizedList(new ArrayList<>());

    private static ScheduledOperation operation(int number, double millis, int port) {
        return new ScheduledOperation(
                Operation.Kind.REQUEST,
                Integer.toString(number),
                "waw",
                "",
                Duration.ofNanos(Math.round(millis * 1e6)),
                HttpCall.get("proxy-waw-1", "127.0.0.1", port, "/" + number));
    }

    @Test
    void everyOperationEndsOnceWithItsOutcome() throws InterruptedException {
        try (var server = TinyServer.answering(request -> switch (request.path()) {
            case "/1" -> TinyServer.answer(200, "");
            case "/2" -> TinyServer.answer(503, "");
            default -> "";
        })) {
            var driver = new OpenLoopDriver(clock, new HttpCaller(Duration.ofSeconds(2)), ended::add);
            driver.run(
                    List.of(
                            operation(1, 0, server.port()),
                            operation(2, 5, server.port()),
                            operation(3, 10, server.port())),
                    clock.now());
        }

        assertThat(ended).extracting(Operation::id).containsExactlyInAnyOrder("1", "2", "3");
        assertThat(ended)
                .allSatisfy(operation -> assertThat(operation.outcome())
                        .isEqualTo(
                                switch (operation.id()) {
                                    case "1" -> Outcome.OK;
                                    case "2" -> Outcome.FAILED;
                                    default -> Outcome.INDETERMINATE;
                                }));
        assertThat(ended).allSatisfy(operation -> {
            assertThat(operation.node()).isEqualTo("proxy-waw-1");
            assertThat(operation.sent()).isGreaterThanOrEqualTo(operation.intended());
            assertThat(operation.at()).isGreaterThanOrEqualTo(operation.sent());
        });
    }

    @Test
    void operationsStartThoughEarlierOnesAreUnanswered() throws InterruptedException {
        int count = 50;
        var all = new CountDownLatch(count);
        try (var server = TinyServer.answering(request -> {
            all.countDown();
            awaitAll(all);
            return TinyServer.answer(200, "");
        })) {
            var driver = new OpenLoopDriver(clock, new HttpCaller(Duration.ofSeconds(10)), ended::add);
            driver.run(
                    IntStream.range(0, count)
                            .mapToObj(i -> operation(i, i, server.port()))
                            .toList(),
                    clock.now());
        }

        assertThat(ended)
                .hasSize(count)
                .allSatisfy(operation -> assertThat(operation.outcome()).isEqualTo(Outcome.OK));
    }

    @Test
    void operationsBeyondTheLimitFailUnsent() throws InterruptedException {
        var release = new CountDownLatch(1);
        var arrived = new AtomicInteger();
        try (var server = TinyServer.answering(request -> {
            arrived.incrementAndGet();
            awaitAll(release);
            return TinyServer.answer(200, "");
        })) {
            var driver = new OpenLoopDriver(
                    clock,
                    new HttpCaller(Duration.ofSeconds(10)),
                    operation -> {
                        ended.add(operation);
                        if (operation.outcome() == Outcome.FAILED) {
                            release.countDown();
                        }
                    },
                    2);
            driver.run(
                    List.of(
                            operation(1, 0, server.port()),
                            operation(2, 0, server.port()),
                            operation(3, 1, server.port())),
                    clock.now());
        }

        assertThat(arrived).hasValue(2);
        assertThat(ended)
                .filteredOn(operation -> operation.outcome() == Outcome.FAILED)
                .singleElement()
                .satisfies(operation -> {
                    assertThat(operation.id()).isEqualTo("3");
                    assertThat(operation.detail()).isEqualTo("not sent: 2 operations of the region were under way");
                });
    }

    @Test
    void latencyCountsFromTheIntendedStart() {
        var late = new Operation(
                Operation.Kind.REQUEST,
                "1",
                "waw",
                "p",
                "",
                Duration.ofMillis(10),
                Duration.ofMillis(40),
                Duration.ofMillis(45),
                Outcome.OK,
                "status 200");

        assertThat(late.latency()).isEqualTo(Duration.ofMillis(35));
    }

    private static void awaitAll(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
