package dev.gridlock.engine.scenario.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.fault.Ways;
import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.scenario.Expectation;
import dev.gridlock.engine.scenario.FindingPattern;
import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.ScenarioSource;
import dev.gridlock.engine.scenario.Variant;
import dev.gridlock.engine.scenario.Workload;
import dev.gridlock.engine.topology.RegionPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScenarioReaderTest {

    private static final FindingPattern ANY = new FindingPattern(Optional.empty(), Optional.empty());

    @Test
    void readsEveryPartOfAScenario() throws ScenarioException {
        var scenario = Fixtures.read(Fixtures.base());

        assertThat(scenario.name()).isEqualTo("base");
        assertThat(scenario.title()).isEqualTo("A small world");
        assertThat(scenario.about()).isEqualTo("Two regions and a storm.\n");
        assertThat(scenario.system().use()).isEqualTo("regional-fleet");
        assertThat(scenario.system().settings())
                .containsExactly(
                        Map.entry("proxy.lock", "parking-lot-0.12.3"), Map.entry("proxy.write-timeout", "200us"));
        assertThat(scenario.topology().codes()).containsExactly("waw", "fra");
        assertThat(scenario.topology().region("waw").orElseThrow())
                .returns(1, RegionPlan::stores)
                .returns(2, RegionPlan::proxies)
                .returns(4, RegionPlan::cpus)
                .returns(4.0, RegionPlan::slowdown);
        assertThat(scenario.topology().region("fra").orElseThrow()).returns(1.0, RegionPlan::slowdown);
        assertThat(scenario.duration()).isEqualTo(Duration.ofSeconds(3));
        assertThat(scenario.quiesce()).isEqualTo(Duration.ofSeconds(2));
        assertThat(scenario.total()).isEqualTo(Duration.ofSeconds(5));
        assertThat(scenario.workloads())
                .containsExactly(
                        new Workload.UpdateStorm(
                                Duration.ofMillis(500), Duration.ofMillis(2500), 300, List.of("fra"), 20, 100),
                        new Workload.Requests(Duration.ZERO, Duration.ofSeconds(3), 100, List.of("waw", "fra")));
        assertThat(scenario.faults())
                .containsExactly(
                        new LinkFault(
                                new LinkEffect.Delay(Duration.ofMillis(20), Duration.ofMillis(5)),
                                Ways.between("waw", "fra"),
                                "between waw and fra",
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(2)),
                        new NodeFault.Kill("proxy-waw-1", Duration.ofSeconds(1), Optional.of(Duration.ofMillis(500))));
        assertThat(scenario.expectations())
                .containsExactly(new Expectation.NoFinding(ANY), new Expectation.ServedAtLeast(0.9));
        assertThat(scenario.variants().keySet()).containsExactly("broken", "fixed");
        assertThat(scenario.variant("broken").reproduces())
                .containsExactly(new FindingPattern(Optional.of(FindingKind.LOCK_WORD_CORRUPTION), Optional.of("waw")));
        assertThat(scenario.variant("fixed").forbids()).containsExactly(ANY);
        assertThat(scenario.searchSeeds()).isEqualTo(50);
    }

    @Test
    void readsEveryKindOfFaultAndExpectation() throws ScenarioException {
        var scenario = Fixtures.read("""
                gridlock: 1
                name: all-kinds
                system: {use: regional-fleet}
                topology: {regions: {waw: , fra: {}}}
                duration: 1m
                faults:
                  - partition: {isolate: waw, from: 1s}
                  - pause: {node: store-waw-1, to: 0.5s}
                  - slow-cpu: {target: fra, factor: 2.5}
                  - slow-cpu: {target: worker-fra-1, factor: 8}
                  - kill: {node: worker-waw-1, at: 0s}
                expect:
                  - some-finding: lost-wakeup in waw
                  - no-finding: any in fra
                  - converges: 1500ms
                """);

        var end = Duration.ofMinutes(1);
        assertThat(scenario.faults())
                .containsExactly(
                        new LinkFault(
                                new LinkEffect.Cut(), Ways.between("waw", "fra"), "of waw", Duration.ofSeconds(1), end),
                        new NodeFault.Pause("store-waw-1", Duration.ZERO, Duration.ofMillis(500)),
                        new NodeFault.SlowCpu("fra", 2.5, Duration.ZERO, end),
                        new NodeFault.SlowCpu("worker-fra-1", 8, Duration.ZERO, end),
                        new NodeFault.Kill("worker-waw-1", Duration.ZERO, Optional.empty()));
        assertThat(scenario.expectations())
                .containsExactly(
                        new Expectation.SomeFinding(
                                new FindingPattern(Optional.of(FindingKind.LOST_WAKEUP), Optional.of("waw"))),
                        new Expectation.NoFinding(new FindingPattern(Optional.empty(), Optional.of("fra"))),
                        new Expectation.Converges(Duration.ofMillis(1500)));
    }

    @Test
    void whatDiffersOnABackendAppliesThereAndYieldsToArguments() throws ScenarioException {
        var text = """
                gridlock: 1
                name: small
                system: {use: regional-fleet}
                topology: {regions: {waw: {proxies: 2}, fra: {}}}
                duration: 1m
                backends:
                  processes:
                    note: |
                      Less of everything,
                      for a small machine.
                    set:
                      topology.regions: {waw: {}}
                      system.settings.proxy.write-timeout: 7ms
                      duration: 2s
                """;
        var reader = Fixtures.READER;
        var simulated = reader.parse(ScenarioSource.of(Path.of("small.yaml")), text);
        var processes = reader.parse(
                new ScenarioSource("small.yaml", Path.of("small.yaml"), List.of("duration=3s"), "processes"), text);

        assertThat(simulated.note()).isEmpty();
        assertThat(simulated.topology().codes()).containsExactly("waw", "fra");
        assertThat(simulated.duration()).isEqualTo(Duration.ofMinutes(1));
        assertThat(processes.note()).isEqualTo("Less of everything, for a small machine.");
        assertThat(processes.topology().codes()).containsExactly("waw");
        assertThat(processes.system().settings()).containsEntry("proxy.write-timeout", "7ms");
        assertThat(processes.duration()).isEqualTo(Duration.ofSeconds(3));
        assertThat(processes.source().commandArguments()).isEqualTo("small.yaml --backend processes --set duration=3s");
    }

    @Test
    void whatIsLeftOutHasDefaults() throws ScenarioException {
        var scenario = Fixtures.read("""
                gridlock: 1
                name: small
                system: {use: regional-fleet}
                topology: {regions: {waw: {}}}
                duration: 1s
                """);

        assertThat(scenario.title()).isEqualTo("small");
        assertThat(scenario.about()).isEmpty();
        assertThat(scenario.quiesce()).isEqualTo(Duration.ofSeconds(2));
        assertThat(scenario.topology().region("waw").orElseThrow())
                .returns(1, RegionPlan::stores)
                .returns(1, RegionPlan::proxies)
                .returns(4, RegionPlan::cpus)
                .returns(1.0, RegionPlan::slowdown);
        assertThat(scenario.variants().values()).containsExactly(Variant.only());
        assertThat(scenario.searchSeeds()).isEqualTo(200);
    }

    @Test
    void aVariantLaysItsSettingsOverThoseOfTheSystem() throws ScenarioException {
        var scenario = Fixtures.read(Fixtures.base());

        assertThat(scenario.settingsOf("fixed"))
                .containsEntry("proxy.lock", "parking-lot-0.12.5")
                .containsEntry("proxy.write-timeout", "200us");
    }

    @Test
    void windowsLineEndingsAndAByteOrderMarkChangeNothing() throws ScenarioException {
        var plain = Fixtures.read(Fixtures.base());
        var windows = Fixtures.READER.parse(
                Fixtures.source(), Fixtures.base().replace("\n", "\r\n").replace("\uFEFF", ""));

        assertThat(windows).isEqualTo(plain);
    }
}
