package dev.gridlock.scenarios.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.backend.SimulatorBackend;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.run.Progress;
import dev.gridlock.engine.run.RunOptions;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.ScenarioRunner;
import dev.gridlock.engine.run.Systems;
import dev.gridlock.engine.run.WallClock;
import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.ScenarioSource;
import dev.gridlock.engine.scenario.language.KnownSystem;
import dev.gridlock.engine.scenario.language.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The whole fleet in the simulator: two regions, a second and a half. */
class FleetRunTest {

    private static final String SCENARIO = """
        gridlock: 1
        name: small-fleet
        title: Two regions under a little load
        system: {use: regional-fleet, settings: {proxy.loading: lazy}}
        topology: {defaults: {stores: 1, proxies: 1}, regions: {waw: {}, iad: {}}}
        duration: 500ms
        quiesce: %1$s
        workload:
          - update-storm: {from: 0s, to: 400ms, rate: 100/s, regions: [iad], applications: 3, machines-per-application: 4}
          - requests: {from: 100ms, to: 500ms, rate: 50/s, regions: all}
        %2$s
        expect:
          - no-finding: any
          - served: 100%%
          - converges: %1$s
        """;

    private static RunResult run(long seed, String quiesce, String faults) throws ScenarioException {
        var fleet = new RegionalFleet();
        var scenario = new ScenarioReader(List.of(KnownSystem.of(fleet)))
                .parse(ScenarioSource.of(Path.of("small-fleet.yaml")), SCENARIO.formatted(quiesce, faults));
        return new ScenarioRunner(new Systems(List.of(fleet)), new WallClock())
                .run(
                        scenario,
                        scenario.variants().keySet().iterator().next(),
                        seed,
                        new RunOptions(new SimulatorBackend(), Progress.silent()));
    }

    @Test
    void aHealthyFleetServesConvergesAndRepeats() throws ScenarioException {
        var first = run(1, "1s", "");

        assertThat(first.missing()).isEmpty();
        assertThat(first.findings()).isEmpty();
        assertThat(first.verdict()).isEqualTo(Verdict.PASS);
        assertThat(first.load().updates().ok()).isPositive();
        assertThat(run(1, "1s", "").traceHash()).isEqualTo(first.traceHash());
        assertThat(run(2, "1s", "").traceHash()).isNotEqualTo(first.traceHash());
    }

    @Test
    void aStoreThatIsKilledAndComesBackCatchesUp() throws ScenarioException {
        // over an ocean it takes half a second to be a member again, and as long to catch up
        var result = run(3, "2s", """
            faults:
              - kill: {node: store-waw-1, at: 150ms, restart-after: 200ms}
            """);

        assertThat(result.missing()).isEmpty();
        assertThat(result.findings()).isEmpty();
        assertThat(result.expectations().getLast().holds()).isTrue();
    }

    @Test
    void aStoreThatHasNoTimeToCatchUpIsSeenToDiverge() throws ScenarioException {
        var result = run(4, "1ms", """
            faults:
              - partition: {isolate: waw, from: 50ms, to: 500ms}
            """);

        assertThat(result.verdict()).isEqualTo(Verdict.FINDING);
        assertThat(result.findings())
                .anySatisfy(finding -> assertThat(finding.kind()).isEqualTo(FindingKind.DIVERGENCE));
    }
}
