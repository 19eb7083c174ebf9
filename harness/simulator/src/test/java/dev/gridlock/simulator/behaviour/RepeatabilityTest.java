package dev.gridlock.simulator.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.simulator.TraceDiff;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same seed does the same: again in one JVM, and in JVMs that differ. */
class RepeatabilityTest {
    @BeforeAll
    static void loadNativeLibrary() throws Exception {
        Everything.loadNativeLibrary();
    }

    @Test
    void aSeedGivesTheSameHashFiveTimesInOneJvmAndAnotherSeedAnother(@TempDir Path directory) throws IOException {
        for (long seed = 1; seed <= 3; seed++) {
            Path first = directory.resolve(seed + "-first");
            long hash = Everything.run(seed, Optional.of(first));
            for (int i = 0; i < 4; i++) {
                Path again = directory.resolve(seed + "-again");
                long hashAgain = Everything.run(seed, Optional.of(again));
                assertThat(TraceDiff.firstDivergence(first, again)).isEmpty();
                assertThat(hashAgain).isEqualTo(hash);
            }
            assertThat(Everything.run(seed + 100, Optional.empty())).isNotEqualTo(hash);
        }
    }

    /** The first run of a JVM initialises what later runs find initialised; the second JVM compiles less and has one processor. */
    @Test
    void freshJvmsAgreeInTheirFirstAndInLaterRuns() throws Exception {
        String agent = ChildJvm.agent();
        List<List<String>> kinds = List.of(
                List.of(agent),
                List.of(agent, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1"));
        try (ExecutorService both = Executors.newFixedThreadPool(2)) {
            List<Future<ChildJvm>> children = kinds.stream()
                    .map(arguments -> both.submit(() -> ChildJvm.run(arguments, Everything.class, "1", "1", "2", "1")))
                    .toList();
            for (Future<ChildJvm> child : children) {
                assertThat(child.get().code()).as("%s", child.get().lines()).isZero();
                List<String> hashes = child.get().lines().stream()
                        .filter(line -> line.startsWith("hash "))
                        .toList();
                assertThat(hashes)
                        .containsExactly(
                                "hash 1 " + Everything.run(1, Optional.empty()),
                                "hash 1 " + Everything.run(1, Optional.empty()),
                                "hash 2 " + Everything.run(2, Optional.empty()),
                                "hash 1 " + Everything.run(1, Optional.empty()));
            }
        }
    }
}
