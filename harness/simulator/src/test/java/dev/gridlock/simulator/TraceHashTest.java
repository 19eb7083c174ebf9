package dev.gridlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TraceHashTest {
    private static long hash(long seed, long... values) {
        TraceHash hash = new TraceHash(seed);
        for (long value : values) {
            hash.add(value);
        }
        return hash.value();
    }

    @Test
    void equalTracesHaveEqualHashes() {
        assertThat(hash(1, 2, 3)).isEqualTo(hash(1, 2, 3));
        TraceHash hash = new TraceHash(1);
        hash.add(2);
        assertThat(hash.value()).isEqualTo(hash.value());
        hash.add(3);
        assertThat(hash.value()).isEqualTo(hash(1, 2, 3));
    }

    @Test
    void orderLengthSeedAndValuesMatter() {
        Set<Long> hashes = new HashSet<>();
        hashes.add(hash(1, 2, 3));
        hashes.add(hash(1, 3, 2));
        hashes.add(hash(1, 2));
        hashes.add(hash(1, 2, 3, 0));
        hashes.add(hash(1, 2, 3, 0, 0));
        hashes.add(hash(2, 2, 3));
        hashes.add(hash(1, 2, 4));
        hashes.add(hash(0));
        hashes.add(hash(0, 0));
        assertThat(hashes).hasSize(9);
    }

    @Test
    void neighbouringValuesDoNotCollide() {
        Set<Long> hashes = new HashSet<>();
        for (long value = 0; value < 100_000; value++) {
            hashes.add(hash(7, value));
        }
        assertThat(hashes).hasSize(100_000);
    }

    @Test
    void linesMatterByTheirCharacters() {
        Set<Long> hashes = new HashSet<>();
        for (String line : new String[] {"", "a", "b", "ab", "ba", "aa", "Aa", "\0"}) {
            TraceHash hash = new TraceHash(1);
            hash.add(line);
            hashes.add(hash.value());
        }
        assertThat(hashes).hasSize(8);
    }
}
