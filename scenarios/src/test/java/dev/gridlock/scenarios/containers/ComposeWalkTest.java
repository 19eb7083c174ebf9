package dev.gridlock.scenarios.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The cluster of docker-compose.yml, by the walk that the README makes through it. */
class ComposeWalkTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private record Ended(int code, String output) {}

    private static Ended run(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), output);
    }

    private static boolean works(String... command) throws InterruptedException {
        try {
            return run(command).code() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }

    @Test
    void theWalkMeetsWhatTheReadmeSaysAndLeavesNothingBehind() throws Exception {
        assumeTrue(works("docker", "version"), "no Docker engine answers");
        assumeTrue(
                works("docker", "image", "inspect", "gridlock/base:local"),
                "the image gridlock/base:local is not there: scripts/offline-images --base builds it");
        assumeTrue(
                works("docker-compose", "version") || works("docker", "compose", "version"),
                "neither docker compose nor docker-compose is there");
        var images = run("scripts/offline-images");
        assertThat(images.code()).as(images.output()).isZero();

        var walk = run("compose/walk");

        assertThat(walk.code()).as(walk.output()).isZero();
        assertThat(walk.output())
                .contains(List.of(
                        "a request to Frankfurt reached the machine there",
                        "Ashburn heard of it",
                        "over the slow link it took 1.",
                        "Warsaw stalled, its watchdog halted it, and it is back"));
        assertThat(run("docker", "ps", "-a", "--format", "{{.Image}}").output()).doesNotContain("gridlock/");
    }
}
