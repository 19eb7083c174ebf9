package dev.gridlock.scenarios.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gridlock.backends.container.ContainersBackend;
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
import dev.gridlock.scenarios.fleet.RegionalFleet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fleet in containers, in real time. */
class ContainersBackendTest {

    private static final String EVERY_FAULT = """
        gridlock: 1
        name: every-fault-of-containers
        system: {use: regional-fleet}
        topology: {regions: {waw: {}, iad: {}}}
        duration: 6s
        quiesce: 4s
        workload:
          - update-storm: {rate: 10/s, regions: [iad], applications: 3, machines-per-application: 4}
          - requests: {rate: 5/s, regions: [iad]}
        faults:
          - latency: {one-way: [waw, iad], add: 100ms, jitter: 10ms, from: 500ms, to: 1500ms}
          - pause: {node: proxy-waw-1, from: 500ms, to: 1500ms}
          - partition: {isolate: waw, from: 2s, to: 3s}
          - kill: {node: worker-waw-1, at: 2s, restart-after: 500ms}
          - black-hole: {around: waw, from: 3500ms, to: 4s}
          - reset: {between: [waw, iad], from: 4500ms, to: 5s}
          - bandwidth: {one-way: [iad, waw], limit: 64kB/s, from: 5s, to: 5500ms}
          - slicer: {one-way: [waw, iad], bytes: 64, delay: 1ms, from: 5500ms, to: 6s}
        """;

    private static final String ONE_REGION = """
        gridlock: 1
        name: one-region-of-containers
        system: {use: regional-fleet}
        topology: {regions: {waw: {}}}
        duration: 1s
        quiesce: 2s
        workload:
          - update-storm: {rate: 10/s, regions: [waw], applications: 3, machines-per-application: 4}
          - requests: {rate: 10/s, regions: [waw]}
        """;

    @TempDir
    Path directory;

    @BeforeEach
    void needAnEngineAndImages() throws Exception {
        assumeTrue(Shell.works("docker", "version"), "no Docker engine answers");
        assumeTrue(
                Shell.works("docker", "image", "inspect", "gridlock/base:local", "ghcr.io/shopify/toxiproxy:2.12.0"),
                "the base images are not there: scripts/offline-images --base builds them");
        var images = Shell.run("scripts/offline-images");
        assertThat(images.code()).as(images.output()).isZero();
    }

    @Test
    void eachFaultIsSeenToComeAndToGo() throws Exception {
        var fleet = new RegionalFleet();
        var scenario = new ScenarioReader(List.of(KnownSystem.of(fleet)))
                .parse(ScenarioSource.of(Path.of("every-fault.yaml")), EVERY_FAULT);
        RunResult result;
        try (var backend = ContainersBackend.open()) {
            assertThat(scenario.faults().stream().map(Fault::kind).collect(Collectors.toSet()))
                    .as("the scenario has every kind that the backend offers")
                    .isEqualTo(backend.faults());
            result = new ScenarioRunner(new Systems(List.of(fleet)), new WallClock())
                    .run(scenario, "default", 1, new RunOptions(backend, Progress.silent()));
        }

        assertThat(result.missing()).isEmpty();
        assertThat(result.faults()).hasSize(8).allSatisfy(fault -> {
            assertThat(fault.inForce().orElseThrow().seen()).isTrue();
            assertThat(fault.gone().orElseThrow().seen()).isTrue();
        });
        assertThat(result.load().requests().ok()).isPositive();
        assertThat(ours()).isEmpty();
    }

    /** Containers of runs of ours that run. */
    private static long running() throws Exception {
        return Shell.run("docker", "ps", "-q", "--filter", "label=dev.gridlock.owner")
                .output()
                .lines()
                .count();
    }

    /** Containers and networks of any run of ours. */
    private static String ours() throws Exception {
        var label = "label=dev.gridlock.owner";
        return Shell.run("docker", "ps", "-aq", "--filter", label).output()
                + Shell.run("docker", "network", "ls", "-q", "--filter", label).output();
    }

    private Process command() throws Exception {
        var scenario = Files.writeString(directory.resolve("one-region.yaml"), ONE_REGION);
        var builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.gridlock.cli.Gridlock",
                        "run",
                        scenario.toString(),
                        "--backend",
                        "containers",
                        "--seed",
                        "1")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.txt").toFile());
        builder.environment().put("TESTCONTAINERS_RYUK_DISABLED", "true");
        return builder.start();
    }

    @Test
    void theRunAfterAKilledOneFindsNothingOfIt() throws Exception {
        var first = command();
        for (int look = 0; look < 300 && running() < 4; look++) {
            Thread.sleep(100);
        }
        first.destroyForcibly().waitFor();
        assertThat(ours().lines().count())
                .as("Toxiproxy, three nodes, a network")
                .isGreaterThanOrEqualTo(5);

        var second = command();
        assertThat(second.waitFor(120, TimeUnit.SECONDS)).isTrue();

        var output = Files.readString(directory.resolve("output.txt"));
        assertThat(second.exitValue()).as(output).isEqualTo(Verdict.PASS.exitCode());
        assertThat(output).contains("left behind by killed runs", "4 containers, now removed");
        assertThat(ours()).isEmpty();
    }
}
