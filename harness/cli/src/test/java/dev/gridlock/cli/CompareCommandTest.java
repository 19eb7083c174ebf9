package dev.gridlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CompareCommandTest {

    @Test
    void runsTheFirstVariantWithSeedOneOnEachBackend() throws IOException {
        var engine = new ToyEngine();

        var session = Session.of(
                engine, Optional.empty(), false, "compare", "storm", "--backends", "simulator,processes,simulator");

        assertThat(engine.asked).containsExactly("storm broken 1", "storm broken 1");
        assertThat(session.out())
                .contains("storm: broken, seed 1")
                .containsPattern("verdict +\\S+ +\\S+\n")
                .contains("They agree on the verdict, the kinds of findings and the faults that were seen.");
        assertThat(session.exitCode()).isZero();
    }

    @Test
    void takesAVariantAndASeed() throws IOException {
        var engine = new ToyEngine();

        Session.of(
                engine,
                Optional.empty(),
                false,
                "compare",
                "storm",
                "--backends",
                "simulator,containers",
                "--variant",
                "fixed",
                "--seed",
                "9");

        assertThat(engine.asked).containsExactly("storm fixed 9", "storm fixed 9");
    }
}
