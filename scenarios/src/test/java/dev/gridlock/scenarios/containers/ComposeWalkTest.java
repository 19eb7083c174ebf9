package dev.gridlock.scenarios.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The cluster of docker-compose.yml, by the walk that the README makes through it. */
class ComposeWalkTest {

    @Test
    void theWalkMeetsWhatTheReadmeSaysAndLeavesNothingBehind() throws Exception {
        assumeTrue(Shell.works("docker", "version"), "no Docker engine answers");
        assumeTrue(
                Shell.works("docker", "image", "inspect", "gridlock/base:local"),
                "the image gridlock/base:local is not there: scripts/offline-images --base builds it");
        assumeTrue(
                Shell.works("docker-compose", "version") || Shell.works("docker", "compose", "version"),
                "neither docker compose nor docker-compose is there");
        var images = Shell.run("scripts/offline-images");
        assertThat(images.code()).as(images.output()).isZero();

        var walk = Shell.run("compose/walk");

        assertThat(walk.code()).as(walk.output()).isZero();
        assertThat(walk.output())
                .contains(List.of(
                        "a request to Frankfurt reached the machine there",
                        "Ashburn heard of it",
                        "over the slow link it took 1.",
                        "Warsaw stalled, its watchdog halted it, and it is back"));
        var project = "label=com.docker.compose.project.working_dir=" + Shell.ROOT;
        assertThat(Shell.run("docker", "ps", "-aq", "--filter", project).output())
                .isEmpty();
    }
}
