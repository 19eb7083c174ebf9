package dev.gridlock.scenarios.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.backends.process.ProcessIdentity;
import dev.gridlock.backends.process.ProcessesBackend;
import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.run.Progress;
import dev.gridlock.engine.run.RunOptions;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.run.ScenarioRunner;
import dev.gridlock.engine.run.Systems;
import dev.gridlock.engine.run.WallClock;
import dev.gridlock.engine.scenario.ScenarioSource;
import dev.gridlock.engine.scenario.language.KnownSystem;
import dev.gridlock.engine.scenario.language.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fleet as real processes, in real time. */
class ProcessesBackendTest {

    private static final String EVERY_FAULT = """
        gridlock: 1
        name: every-fault-of-processes
        system: {use: regional-fleet}
        topology: {regions: {waw: {}, iad: {}}}
        duration: 7s
        quiesce: 4s
        workload:
          - update-storm: {rate: 10/s, regions: [iad], applications: 3, machines-per-application: 4}
          - requests: {rate: 5/s, regions: [iad]}
        faults:
          - latency: {one-way: [waw, iad], add: 100ms, jitter: 10ms, from: 500ms, to: 1500ms}
          - pause: {node: proxy-waw-1, from: 500ms, to: 1500ms}
          - partition: {isolate: waw, from: 2s, to: 3s}
          - slow-cpu: {target: proxy-iad-1, factor: 8, from: 2s, to: 3500ms}
          - kill: {node: worker-waw-1, at: 3s, restart-after: 500ms}
          - black-hole: {around: waw, from: 3500ms, to: 4s}
          - reset: {between: [waw, iad], from: 4500ms, to: 5s}
          - bandwidth: {one-way: [iad, waw], limit: 64kB/s, from: 5500ms, to: 6s}
          - slicer: {one-way: [waw, iad], bytes: 64, delay: 1ms, from: 6500ms, to: 7s}
        """;

    private static final String ONE_REGION = """
        gridlock: 1
        name: one-region-of-processes
        system: {use: regional-fleet}
        topology: {regions: {waw: {}}}
        duration: 2s
        quiesce: 2s
        workload:
          - update-storm: {rate: 10/s, regions: [waw], applications: 3, machines-per-application: 4}
          - requests: {rate: 10/s, regions: [waw]}
        expect:
          - no-finding: any
          - served: 80%
        """;

    @TempDir
    Path directory;

    @Test
    void eachFaultIsSeenToComeAndToGo() throws Exception {
        var fleet = new RegionalFleet();
        var scenario = new ScenarioReader(List.of(KnownSystem.of(fleet)))
                .parse(ScenarioSource.of(Path.of("every-fault.yaml")), EVERY_FAULT);
        RunResult result;
        try (var backend = ProcessesBackend.open()) {
            assertThat(scenario.faults().stream().map(Fault::kind).collect(Collectors.toSet()))
                    .as("the scenario has every kind that the backend offers")
                    .isEqualTo(backend.faults());
            result = new ScenarioRunner(new Systems(List.of(fleet)), new WallClock())
                    .run(scenario, "default", 1, new RunOptions(backend, Progress.silent()));
        }

        assertThat(result.missing()).isEmpty();
        assertThat(result.faults()).hasSize(9).allSatisfy(fault -> {
            assertThat(fault.inForce().orElseThrow().seen()).isTrue();
            assertThat(fault.gone().orElseThrow().seen()).isTrue();
        });
        assertThat(result.load().updates().ok()).isPositive();
        assertThat(result.load().requests().ok()).isPositive();
    }

    /** The command in a JVM of its own, whose temporary directory is the test's. */
    private Process command() throws IOException {
        var scenario = directory.resolve("one-region.yaml");
        if (!Files.exists(scenario)) {
            Files.writeString(scenario, ONE_REGION);
        }
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.gridlock.cli.Gridlock",
                        "run",
                        scenario.toString(),
                        "--backend",
                        "processes",
                        "--seed",
                        "1")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.txt").toFile())
                .start();
    }

    /** The nodes that the records below the test's temporary directory tell of, and that run. */
    private List<ProcessIdentity> nodes() throws IOException {
        var records = state().resolve("processes");
        if (!Files.isDirectory(records)) {
            return List.of();
        }
        try (var files = Files.find(records, 2, (path, attributes) -> attributes.isRegularFile())) {
            return files.map(file -> ProcessIdentity.parse(file.getFileName().toString()))
                    .flatMap(Optional::stream)
                    .filter(ProcessIdentity::isAlive)
                    .toList();
        }
    }

    private Path state() {
        return directory.resolve("gridlock-" + System.getProperty("user.name"));
    }

    private List<Path> left() throws IOException {
        var state = state();
        var left = new ArrayList<Path>();
        try (var entries = Files.list(state)) {
            entries.filter(entry -> !entry.endsWith("slots")).forEach(left::add);
        }
        try (var records = Files.list(state.resolve("processes"))) {
            records.forEach(left::add);
        }
        left.remove(state.resolve("processes"));
        return left;
    }

    @Test
    void aRunThatIsToldToEndLeavesNothing() throws Exception {
        var command = command();
        for (int look = 0; look < 600 && nodes().size() < 3; look++) {
            Thread.sleep(50);
        }
        command.destroy();
        assertThat(command.waitFor(60, TimeUnit.SECONDS)).isTrue();

        assertThat(command.exitValue()).isEqualTo(143);
        assertThat(nodes()).isEmpty();
        assertThat(left()).isEmpty();
    }

    @Test
    void theRunAfterAKilledOneFindsNothingOfIt() throws Exception {
        var first = command();
        var orphans = nodes();
        for (int look = 0; look < 600 && orphans.size() < 3; look++) {
            Thread.sleep(50);
            orphans = nodes();
        }
        assertThat(orphans).as("a store, a proxy and a worker").hasSize(3);
        first.destroyForcibly().waitFor();
        assertThat(orphans).allMatch(ProcessIdentity::isAlive);
        assertThat(left()).isNotEmpty();

        var second = command();
        assertThat(second.waitFor(120, TimeUnit.SECONDS)).isTrue();

        var output = Files.readString(directory.resolve("output.txt"));
        assertThat(second.exitValue()).as(output).isEqualTo(Verdict.PASS.exitCode());
        assertThat(output).contains("left behind by killed runs", "3 processes, now ended", "pass (on processes for");
        assertThat(orphans).noneMatch(ProcessIdentity::isAlive);
        assertThat(nodes()).isEmpty();
        assertThat(left()).isEmpty();
    }
}
