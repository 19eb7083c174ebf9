package dev.gridlock.engine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.fault.Ways;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.load.TinyServer;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.Variant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The runner and its director over a system that answers on loopback, in real time; a run takes half a second. */
class ScenarioRunnerTest {

    private final LoopbackBackend backend = new LoopbackBackend();

    private RunResult run(Scenario scenario, Function<TinyServer.Request, String> answers) {
        try (var server = TinyServer.answering(answers)) {
            return runner(server.port()).run(scenario, Variant.ONLY, 1, new RunOptions(backend, Progress.silent()));
        }
    }

    private static ScenarioRunner runner(int port) {
        return new ScenarioRunner(new Systems(List.of(new TwoNodeSystem(port))), new WallClock());
    }

    private static String healthy(TinyServer.Request request) {
        return TinyServer.answer(200, request.path().startsWith("/state") ? "d1" : "");
    }

    @Test
    void aHealthySystemPasses() {
        var result = run(Scenarios.with(List.of(Variant.only()), 1), ScenarioRunnerTest::healthy);

        assertThat(result.missing()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.expectations()).extracting(ExpectationResult::holds).containsExactly(true, true);
        assertThat(result.load().requests().ok())
                .isPositive()
                .isEqualTo(result.load().requests().total());
        assertThat(result.load().updates().ok()).isPositive();
        assertThat(result.traceHash()).isEqualTo("0011223344556677");
        assertThat(result.steps()).isEqualTo(42);
        assertThat(result.simulated()).isGreaterThan(Duration.ofMillis(500));
        assertThat(result.repeatCommand())
                .isEqualTo("./gridlock run small.yaml --set duration=200ms --variant default --seed 1");
        assertThat(backend.happened()).containsExactly("start store-iad-1", "start proxy-iad-1", "clients in iad");
    }

    @Test
    void nodesThatDisagreeAreADivergence() {
        var result = run(
                Scenarios.with(List.of(Variant.only()), 1),
                request -> TinyServer.answer(
                        200,
                        request.path().equals("/state/proxy-iad-1")
                                ? "other"
                                : request.path().startsWith("/state") ? "d1" : ""));

        assertThat(result.verdict()).isEqualTo(Verdict.FINDING);
        assertThat(result.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(FindingKind.DIVERGENCE);
            assertThat(finding.node()).isEqualTo("proxy-iad-1");
            assertThat(finding.region()).isEqualTo("iad");
        });
    }

    @Test
    void theAnswersThatAgreedCountAndNotLaterOnes() {
        var asked = new AtomicInteger();
        var result = run(Scenarios.with(List.of(Variant.only()), 1), request -> {
            if (!request.path().equals("/state/proxy-iad-1")) {
                return healthy(request);
            }
            // Start-up asks twice, and so does the end; a third time nobody needs to ask.
            return TinyServer.answer(200, asked.incrementAndGet() > 4 ? "other" : "d1");
        });

        assertThat(result.missing()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void nobodyIsAskedWhatItHoldsBeforeTheLastOperationHasEnded() {
        var under = new AtomicInteger();
        var askedMeanwhile = new AtomicInteger();
        var loaded = new AtomicBoolean();
        var result = run(Scenarios.with(List.of(Variant.only()), 1), request -> {
            if (request.path().startsWith("/app")) {
                loaded.set(true);
                under.incrementAndGet();
                // The load lasts for 150 ms of the 200; what comes last ends well after them.
                sleep(250);
                under.decrementAndGet();
            } else if (request.path().startsWith("/state") && loaded.get() && under.get() > 0) {
                askedMeanwhile.incrementAndGet();
            }
            return healthy(request);
        });

        assertThat(result.load().requests().ok()).isPositive();
        assertThat(askedMeanwhile).hasValue(0);
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aNodeThatDoesNotSayWhatItHoldsMakesTheRunInconclusive() {
        var result = run(
                Scenarios.with(List.of(Variant.only()), 1),
                request -> request.path().equals("/state/proxy-iad-1") ? TinyServer.answer(200, "") : healthy(request));

        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.missing())
                .containsExactly("proxy-iad-1 is up and did not say what it holds (the answer is empty)");
    }

    @Test
    void unservedRequestsBreakAnExpectation() {
        var result = run(
                Scenarios.with(List.of(Variant.only()), 1),
                request -> request.path().equals("/app/0") ? TinyServer.answer(503, "") : healthy(request));

        assertThat(result.findings()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.FINDING);
        assertThat(result.expectations().getLast().holds()).isFalse();
    }

    @Test
    void firstDataThatIsRefusedMakesTheRunInconclusiveBeforeAnyLoad() {
        var result = run(
                Scenarios.with(List.of(Variant.only()), 1),
                request -> request.path().equals("/seed") ? TinyServer.answer(500, "") : healthy(request));

        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.missing().getFirst()).isEqualTo("store-iad-1 did not take the first data (status 500)");
        assertThat(backend.happened()).containsExactly("start store-iad-1");
    }

    @Test
    void faultsBeginAndEndInTheirOrder() {
        var scenario = Scenarios.withFaults(
                new NodeFault.Pause("store-iad-1", Duration.ofMillis(50), Duration.ofMillis(90)),
                new NodeFault.Pause("proxy-iad-1", Duration.ofMillis(20), Duration.ofMillis(120)));

        run(scenario, ScenarioRunnerTest::healthy);

        assertThat(backend.happened())
                .filteredOn(what -> what.contains("pause"))
                .containsExactly("begin pause", "begin pause", "end pause", "end pause");
    }

    @Test
    void faultsThatWereSeenAreTold() {
        var scenario =
                Scenarios.withFaults(new NodeFault.Pause("store-iad-1", Duration.ofMillis(20), Duration.ofMillis(90)));

        var result = run(scenario, ScenarioRunnerTest::healthy);

        assertThat(result.missing()).isEmpty();
        assertThat(result.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.fault()).isEqualTo("pause of store-iad-1 at 0.020 s, undone at 0.090 s");
            assertThat(fault.inForce().orElseThrow().seen()).isTrue();
            assertThat(fault.inForce().orElseThrow().what()).isEqualTo("store-iad-1 was stopped");
            assertThat(fault.gone().orElseThrow().what()).isEqualTo("store-iad-1 went on");
        });
    }

    @Test
    void aBackendThatDropsAFaultMakesTheRunInconclusive() {
        var deaf = new LoopbackBackend(true);
        var scenario =
                Scenarios.withFaults(new NodeFault.Pause("store-iad-1", Duration.ofMillis(20), Duration.ofMillis(90)));
        try (var server = TinyServer.answering(ScenarioRunnerTest::healthy)) {
            var result = runner(server.port()).run(scenario, Variant.ONLY, 1, new RunOptions(deaf, Progress.silent()));

            assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
            assertThat(result.missing())
                    .containsExactly("fault 1 (pause of store-iad-1 at 0.020 s, undone at 0.090 s) was not seen in"
                            + " force: store-iad-1 was not stopped");
        }
    }

    @Test
    void everyOptionIsToldBeforeTheRunStarts() {
        var told = new ArrayList<Map<String, String>>();
        var progress = new Progress() {
            @Override
            public void starting(Map<String, String> options) {
                assertThat(backend.happened()).isEmpty();
                told.add(new LinkedHashMap<>(options));
            }

            @Override
            public void advanced(Duration at, Duration end) {
                assertThat(end).isEqualTo(Duration.ofMillis(500));
            }

            @Override
            public void ended(RunResult result) {
                assertThat(result.options()).isEqualTo(told.getFirst());
            }
        };
        try (var server = TinyServer.answering(ScenarioRunnerTest::healthy)) {
            runner(server.port())
                    .run(
                            Scenarios.with(List.of(Variant.only()), 1),
                            Variant.ONLY,
                            77,
                            new RunOptions(backend, progress));
        }

        assertThat(told)
                .singleElement()
                .satisfies(options -> assertThat(options)
                        .containsEntry("scenario", "small")
                        .containsEntry("seed", "77")
                        .containsEntry("backend", "loopback")
                        .containsEntry("loopback", "yes")
                        .containsEntry("lock", "good")
                        .containsEntry("timeout", "5ms")
                        .containsEntry("region waw", "1 store, 1 proxy, 4 CPUs a node, slowdown 4.0")
                        .containsKeys("updates", "requests"));
    }

    @Test
    void aSystemIsPreparedOnceForManyRuns() {
        var system = new TwoNodeSystem(1);
        var systems = new Systems(List.of(system));

        systems.prepare(system);
        systems.prepare(system);

        assertThat(system.preparations()).isEqualTo(1);
    }

    @Test
    void whatCannotBeRunIsRefusedWithWhatThereIs() {
        assertThatThrownBy(() -> runOnly(Scenarios.withSettings("three-nodes", Map.of()), Variant.ONLY))
                .isInstanceOf(UnusableScenarioException.class)
                .hasMessage("scenario small uses system \"three-nodes\", expected one of two-nodes");
        assertThatThrownBy(() -> runOnly(Scenarios.withSettings("two-nodes", Map.of("lok", "good")), Variant.ONLY))
                .hasMessage("system two-nodes has no setting \"lok\", expected one of lock, timeout");
        assertThatThrownBy(() -> runOnly(Scenarios.withSettings("two-nodes", Map.of("lock", "ugly")), Variant.ONLY))
                .hasMessage("setting lock of variant default is \"ugly\", expected one of good, bad");
        assertThatThrownBy(() -> runOnly(Scenarios.withSettings("two-nodes", Map.of()), "none"))
                .hasMessage("scenario small has no variant \"none\", expected one of default");
        assertThatThrownBy(() -> runOnly(
                        Scenarios.withFaults(new LinkFault(
                                new LinkEffect.Cut(),
                                Ways.between("waw", "iad"),
                                "of waw",
                                Duration.ZERO,
                                Duration.ofMillis(10))),
                        Variant.ONLY))
                .hasMessage("scenario small asks for the fault partition, which backend loopback cannot inject; it can"
                        + " inject pause");
        assertThat(backend.happened()).isEmpty();
    }

    private void runOnly(Scenario scenario, String variant) {
        runner(1).run(scenario, variant, 1, new RunOptions(backend, Progress.silent()));
    }
}
