package dev.gridlock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.fault.Ways;
import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.Observation;
import dev.gridlock.engine.load.CallResult;
import dev.gridlock.engine.load.HttpCaller;
import dev.gridlock.engine.run.BackendOutcome;
import dev.gridlock.engine.run.Director;
import dev.gridlock.engine.run.RunPlan;
import dev.gridlock.engine.run.SeededStreams;
import dev.gridlock.engine.run.Stage;
import dev.gridlock.engine.sut.HttpCall;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.sut.Restart;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.engine.topology.Regions;
import dev.gridlock.engine.topology.Topology;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two ordinary programs, one in Warsaw and one in Ashburn, on the simulated stage. */
class SimulatorBackendTest {

    private static final String WAW = "echo-waw-1";
    private static final String IAD = "echo-iad-1";
    private static final Duration DELAY = Duration.ofMillis(200);

    private final HistoryRecorder history = new HistoryRecorder();
    private final List<String> seen = new ArrayList<>();

    private static NodePlan node(String name, String region, String ip, Restart restart) {
        return new NodePlan(
                name,
                region,
                "echo",
                ip,
                2,
                1.0,
                EchoNode.class,
                List.of(ip, "80", NodePlan.DIRECTORY + "/data"),
                Map.of("data/config.txt", "I live in " + NodePlan.DIRECTORY),
                restart,
                List.of());
    }

    private BackendOutcome run(long seed, Director director) {
        return run(seed, new Restart(DELAY, Duration.ZERO, 5), director);
    }

    private BackendOutcome run(long seed, Restart restart, Director director) {
        var plan = new RunPlan(
                "backend-test-" + seed,
                new Topology(List.of(
                        new RegionPlan(Regions.byCode("waw").orElseThrow(), 1, 0, 2, 1.0),
                        new RegionPlan(Regions.byCode("iad").orElseThrow(), 1, 0, 2, 1.0))),
                List.of(node(WAW, "waw", "10.1.1.1", restart), node(IAD, "iad", "10.2.1.1", restart)),
                List.of(),
                List.of(),
                new SeededStreams(seed),
                Duration.ofSeconds(30));
        return new SimulatorBackend().execute(plan, director, history);
    }

    /** Starts both nodes and waits until they answer. */
    private static void start(Stage stage) throws InterruptedException {
        for (var ip : List.of("10.1.1.1", "10.2.1.1")) {
            var name = ip.equals("10.1.1.1") ? WAW : IAD;
            stage.start(node(name, name.substring(5, 8), ip, Restart.never()));
            while (!answers(ip, "/")) {
                pause(stage, 5);
            }
        }
    }

    private static void pause(Stage stage, long millis) throws InterruptedException {
        stage.clock().sleepUntil(stage.clock().now().plusMillis(millis));
    }

    private static CallResult call(String ip, String path) {
        return new HttpCaller(Duration.ofMillis(500)).call(HttpCall.get("n", ip, 80, path));
    }

    private static boolean answers(String ip, String path) {
        return call(ip, path) instanceof CallResult.Answered;
    }

    @Test
    void theSameSeedMakesTheSameRunAndAnotherSeedAnother() {
        Director director = stage -> {
            start(stage);
            stage.client("waw", () -> {
                for (int i = 0; i < 20; i++) {
                    answers("10.2.1.1", "/" + i);
                }
            });
            pause(stage, 3_000);
        };

        var first = run(1, director);
        var again = run(1, director);
        var other = run(2, director);

        assertThat(first.problem()).isEmpty();
        assertThat(first.steps()).isPositive();
        assertThat(again).isEqualTo(first);
        assertThat(other.traceHash()).isNotEqualTo(first.traceHash());
    }

    @Test
    void clientsMeetTheDistancesOfTheirRegion() {
        run(3, stage -> {
            start(stage);
            stage.client("waw", () -> {
                for (var ip : List.of("10.1.1.1", "10.2.1.1")) {
                    var before = stage.clock().now();
                    answers(ip, "/");
                    seen.add(Long.toString(stage.clock().now().minus(before).toMillis()));
                }
            });
            pause(stage, 1_000);
        });

        // A connection and an exchange: two round trips of 0.4 ms, and of about 127 ms.
        assertThat(Long.parseLong(seen.get(0))).isBetween(0L, 3L);
        assertThat(Long.parseLong(seen.get(1))).isCloseTo(260L, within(40L));
    }

    @Test
    void aNodeThatExitsIsRestartedAfterItsDelayInTheSameDirectory() {
        run(4, stage -> {
            start(stage);
            answers("10.1.1.1", "/halt");
            pause(stage, 100);
            seen.add("up " + stage.isUp(WAW));
            pause(stage, 300);
            seen.add("up " + stage.isUp(WAW));
            seen.add(String.valueOf(call("10.1.1.1", "/")));
        });

        assertThat(seen).containsExactly("up false", "up true", "Answered[status=200, body=2]");
        var exit = only(Observation.NodeExited.class);
        assertThat(exit.life()).isEqualTo(new Life(WAW, 1));
        assertThat(exit.code()).isEqualTo(134);
        assertThat(exit.byFault()).isFalse();
        assertThat(history.observations())
                .contains(
                        new Observation.NodeStarted(new Life(WAW, 2), exit.at().plus(DELAY)));
    }

    @Test
    void aNodeIsNotRestartedMoreOftenThanItsPlanSays() {
        run(5, new Restart(Duration.ofMillis(10), Duration.ofMillis(5), 1), stage -> {
            start(stage);
            answers("10.1.1.1", "/exit");
            pause(stage, 100);
            answers("10.1.1.1", "/exit");
            pause(stage, 100);
            seen.add("up " + stage.isUp(WAW));
        });

        assertThat(seen).containsExactly("up false");
        assertThat(history.observations())
                .filteredOn(Observation.NodeExited.class::isInstance)
                .hasSize(2);
    }

    @Test
    void aKilledNodeStaysDownUntilItsFaultEnds() {
        var kill = new NodeFault.Kill(WAW, Duration.ZERO, Optional.of(Duration.ofSeconds(1)));
        run(6, stage -> {
            start(stage);
            stage.begin(kill);
            pause(stage, 900);
            seen.add("up " + stage.isUp(WAW));
            stage.end(kill);
            pause(stage, 50);
            seen.add(String.valueOf(call("10.1.1.1", "/")));
        });

        assertThat(seen).containsExactly("up false", "Answered[status=200, body=2]");
        assertThat(only(Observation.NodeExited.class).byFault()).isTrue();
    }

    @Test
    void aPausedNodeIsSilentAndGoesOn() {
        var fault = new NodeFault.Pause(WAW, Duration.ZERO, Duration.ofSeconds(1));
        run(7, stage -> {
            start(stage);
            stage.begin(fault);
            seen.add(call("10.1.1.1", "/").getClass().getSimpleName());
            stage.end(fault);
            pause(stage, 50);
            seen.add(String.valueOf(call("10.1.1.1", "/")));
        });

        assertThat(seen).containsExactly("Unanswered", "Answered[status=200, body=1]");
    }

    @Test
    void aPartitionCutsARegionsClientsOffFromOthersAndNotFromTheirOwn() {
        var fault = new LinkFault(
                new LinkEffect.Cut(), Ways.between("waw", "iad"), "of waw", Duration.ZERO, Duration.ofSeconds(1));
        run(8, stage -> {
            start(stage);
            stage.begin(fault);
            stage.client("waw", () -> {
                seen.add("inside " + answers("10.1.1.1", "/"));
                seen.add("outside " + answers("10.2.1.1", "/"));
            });
            pause(stage, 1_000);
            seen.add("control " + answers("10.1.1.1", "/"));
            stage.end(fault);
            pause(stage, 100);
        });

        assertThat(seen).containsExactly("inside true", "outside false", "control true");
    }

    @Test
    void latencyIsAddedBothWaysAndTakenBack() {
        var fault = new LinkFault(
                new LinkEffect.Delay(Duration.ofMillis(100), Duration.ZERO),
                Ways.between("waw", "iad"),
                "between waw and iad",
                Duration.ZERO,
                Duration.ofSeconds(1));
        var millis = new ArrayList<Long>();
        run(9, stage -> {
            start(stage);
            stage.begin(fault);
            stage.client("waw", () -> {
                millis.add(timed(stage, "10.2.1.1"));
                stage.end(fault);
                pause(stage, 1);
                millis.add(timed(stage, "10.2.1.1"));
            });
            pause(stage, 3_000);
        });

        assertThat(millis.get(0) - millis.get(1)).isCloseTo(400L, within(60L));
    }

    private static long timed(Stage stage, String ip) {
        var before = stage.clock().now();
        answers(ip, "/");
        return stage.clock().now().minus(before).toMillis();
    }

    @Test
    void deadThreadsAndComplaintsAreRecorded() {
        run(10, stage -> {
            start(stage);
            answers("10.1.1.1", "/complain");
            answers("10.1.1.1", "/die");
            pause(stage, 10);
        });

        assertThat(history.observations())
                .filteredOn(Observation.Complaint.class::isInstance)
                .first()
                .extracting(complaint -> ((Observation.Complaint) complaint).line())
                .isEqualTo("as asked");
        assertThat(only(Observation.ThreadDied.class).error())
                .isEqualTo("java.lang.IllegalStateException: asked to die");
    }

    @Test
    void aRunThatDoesNotEndIsBrokenOffAtItsLimit() {
        var outcome = run(11, stage -> {
            start(stage);
            pause(stage, 3_600_000);
        });

        assertThat(outcome.problem()).hasValue("the run did not end within 30 simulated seconds");
        assertThat(outcome.simulated()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void aDirectorThatFailsIsAProblemOfTheRun() {
        var outcome = run(12, stage -> {
            throw new IllegalStateException("no idea what to do");
        });

        assertThat(outcome.problem())
                .hasValueSatisfying(problem -> assertThat(problem)
                        .startsWith("thread main of control failed with java.lang.IllegalStateException: no idea"
                                + " what to do"));
    }

    @Test
    void nothingIsLeftInTheTemporaryDirectory() {
        var paths = new ArrayList<Path>();
        run(13, stage -> {
            start(stage);
            paths.add(Path.of(
                    System.getProperty("java.io.tmpdir"),
                    "gridlock-" + System.getProperty("user.name"),
                    "backend-test-13"));
            seen.add("there " + paths.getFirst().toFile().isDirectory());
        });

        assertThat(seen).containsExactly("there true");
        assertThat(paths.getFirst()).doesNotExist();
        assertThat(paths.getFirst().resolveSibling("backend-test-13.lock")).doesNotExist();
        assertThat(Files.exists(paths.getFirst().getParent())).isTrue();
    }

    private <T extends Observation> T only(Class<T> kind) {
        var found = history.observations().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }
}
