package dev.gridlock.scenarios.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.backend.SimulatorBackend;
import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.fault.FaultKind;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.load.RunClock;
import dev.gridlock.engine.run.Backend;
import dev.gridlock.engine.run.BackendOutcome;
import dev.gridlock.engine.run.Director;
import dev.gridlock.engine.run.FaultOutcome;
import dev.gridlock.engine.run.Progress;
import dev.gridlock.engine.run.RunOptions;
import dev.gridlock.engine.run.RunPlan;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.ScenarioRunner;
import dev.gridlock.engine.run.Stage;
import dev.gridlock.engine.run.Systems;
import dev.gridlock.engine.run.WallClock;
import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.ScenarioSource;
import dev.gridlock.engine.scenario.language.KnownSystem;
import dev.gridlock.engine.scenario.language.ScenarioReader;
import dev.gridlock.engine.sut.AddressScheme;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.witness.NodeCondition;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every kind of fault that the simulator offers, on a fleet of three regions, witnessed. */
class FaultReceiptsTest {

    private static final String SCENARIO = """
        gridlock: 1
        name: every-fault
        system: {use: regional-fleet}
        topology: {regions: {waw: {}, fra: {}, iad: {}}}
        duration: 3s
        quiesce: 2s
        workload:
          - update-storm: {rate: 30/s, regions: [iad], applications: 3, machines-per-application: 4}
          - requests: {rate: 10/s, regions: [fra]}
        faults:
          - latency: {between: [waw, fra], add: 20ms, jitter: 5ms, from: 300ms, to: 700ms}
          - latency: {one-way: [waw, iad], add: 50ms, from: 300ms, to: 800ms}
          - partition: {isolate: waw, from: 1s, to: 1500ms}
          - partition: {one-way: [fra, iad], from: 1600ms, to: 2200ms, flap: 400ms}
          - pause: {node: proxy-waw-1, from: 1s, to: 1200ms}
          - slow-cpu: {target: fra, factor: 8, from: 1s, to: 1500ms}
          - clock-step: {target: iad, back: 2s, at: 500ms, undone-after: 1s}
          - clock-skew: {target: waw, rate: 1.05, from: 2s, to: 2500ms}
          - kill: {node: store-waw-1, at: 2s, restart-after: 300ms}
        """;

    private static RunResult run(Backend backend) throws ScenarioException {
        var fleet = new RegionalFleet();
        var scenario = new ScenarioReader(List.of(KnownSystem.of(fleet)))
                .parse(ScenarioSource.of(Path.of("every-fault.yaml")), SCENARIO);
        assertThat(scenario.faults().stream().map(Fault::kind).collect(Collectors.toSet()))
                .as("the scenario has every kind that the simulator offers")
                .isEqualTo(new SimulatorBackend().faults());
        return new ScenarioRunner(new Systems(List.of(fleet)), new WallClock())
                .run(scenario, "default", 1, new RunOptions(backend, Progress.silent()));
    }

    @Test
    void eachFaultIsSeenToComeAndToGo() throws ScenarioException {
        var result = run(new SimulatorBackend());

        assertThat(result.missing()).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.PASS);
        assertThat(result.faults()).hasSize(10).allSatisfy(fault -> {
            var seen = fault.inForce().orElseThrow();
            var gone = fault.gone().orElseThrow();
            assertThat(seen.seen()).isTrue();
            assertThat(gone.seen()).isTrue();
            assertThat(seen.at()).isBetween(fault.begun(), fault.ended().orElseThrow());
            assertThat(gone.at()).isGreaterThanOrEqualTo(fault.ended().orElseThrow());
        });
        assertThat(run(new SimulatorBackend()).traceHash()).isEqualTo(result.traceHash());
    }

    @Test
    void whatABackendDropsIsMissed() throws ScenarioException {
        var dropped = Set.of(FaultKind.LATENCY, FaultKind.PARTITION, FaultKind.KILL, FaultKind.CLOCK_SKEW);

        var result = run(new Deaf(new SimulatorBackend(), dropped, true));

        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(numbersMissed(result)).isEqualTo(numbersOf(result, dropped));
    }

    @Test
    void whatABackendDoesNotUndoIsMissed() throws ScenarioException {
        var kept = Set.of(FaultKind.LATENCY, FaultKind.PAUSE, FaultKind.SLOW_CPU, FaultKind.CLOCK_STEP);

        var result = run(new Deaf(new SimulatorBackend(), kept, false));

        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(numbersMissed(result)).containsAll(numbersOf(result, kept));
    }

    private static Set<Integer> numbersMissed(RunResult result) {
        return result.missing().stream()
                .filter(missing -> missing.startsWith("fault "))
                .map(missing -> Integer.valueOf(missing.split(" ", 3)[1]))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<Integer> numbersOf(RunResult result, Set<FaultKind> kinds) {
        var words = Map.of(
                FaultKind.LATENCY, "latency",
                FaultKind.PARTITION, "partition",
                FaultKind.KILL, "kill",
                FaultKind.PAUSE, "pause",
                FaultKind.SLOW_CPU, "CPU",
                FaultKind.CLOCK_STEP, "moved",
                FaultKind.CLOCK_SKEW, "times its speed");
        return result.faults().stream()
                .filter(fault -> words.entrySet().stream()
                        .anyMatch(word ->
                                kinds.contains(word.getKey()) && fault.fault().contains(word.getValue())))
                .map(FaultOutcome::number)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A backend that does not hear when it is told to bring about, or to undo, faults of some kinds. */
    private record Deaf(Backend backend, Set<FaultKind> kinds, boolean toBegin) implements Backend {
        @Override
        public String name() {
            return backend.name();
        }

        @Override
        public Set<FaultKind> faults() {
            return backend.faults();
        }

        @Override
        public AddressScheme addresses() {
            return backend.addresses();
        }

        @Override
        public Map<String, String> drawnOptions(RunPlan plan) {
            return backend.drawnOptions(plan);
        }

        @Override
        public BackendOutcome execute(RunPlan plan, Director director, HistoryRecorder history) {
            return backend.execute(plan, stage -> director.direct(new DeafStage(stage, kinds, toBegin)), history);
        }
    }

    private record DeafStage(Stage stage, Set<FaultKind> kinds, boolean toBegin) implements Stage {
        @Override
        public RunClock clock() {
            return stage.clock();
        }

        @Override
        public void start(NodePlan node) {
            stage.start(node);
        }

        @Override
        public boolean isUp(String node) {
            return stage.isUp(node);
        }

        @Override
        public NodeCondition condition(String node) {
            return stage.condition(node);
        }

        @Override
        public double slowdown(String node) {
            return stage.slowdown(node);
        }

        @Override
        public void client(String region, ClientProgram program) {
            stage.client(region, program);
        }

        @Override
        public void watch(String region, ClientProgram program) {
            stage.watch(region, program);
        }

        @Override
        public InetSocketAddress listenAddress(String region) {
            return stage.listenAddress(region);
        }

        @Override
        public InetSocketAddress dial(String from, String to) {
            return stage.dial(from, to);
        }

        @Override
        public void begin(Fault fault) {
            if (!(toBegin && kinds.contains(fault.kind()))) {
                stage.begin(fault);
            }
        }

        @Override
        public void end(Fault fault) {
            // What was not begun cannot be undone, either.
            if (!kinds.contains(fault.kind())) {
                stage.end(fault);
            }
        }
    }
}
