package dev.gridlock.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import org.junit.jupiter.api.Test;

class SeededStreamsTest {

    @Test
    void aStreamDependsOnSeedAndNameOnly() {
        assertThat(new SeededStreams(5).stream("load").nextLong())
                .isEqualTo(new SeededStreams(5).stream("load").nextLong());
    }

    @Test
    void otherSeedsAndOtherNamesGiveOtherStreams() {
        var first = new HashSet<Long>();
        for (long seed = 0; seed < 1_000; seed++) {
            var streams = new SeededStreams(seed);
            first.add(streams.stream("load").nextLong());
            first.add(streams.stream("simulator").nextLong());
            first.add(streams.stream("restart/proxy-waw-1").nextLong());
            first.add(streams.stream("restart/proxy-waw-2").nextLong());
        }

        assertThat(first).hasSize(4_000);
    }

    @Test
    void valuesAreTheSameOnEveryMachine() {
        assertThat(new SeededStreams(1).seedOf("load")).isEqualTo(PINNED);
    }

    private static final long PINNED = -7_739_804_585_475_257_806L;
}
