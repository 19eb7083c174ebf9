package dev.gridlock.toxiproxy.toxic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DrawsTest {
    private static Toxic toxic(String name, float toxicity) {
        return new Toxic(name, ToxicType.NOOP, Direction.UPSTREAM, "upstream", toxicity, new Noop());
    }

    private static long first(long seed, String proxy, long connection, String toxic) {
        return new Draws(seed, proxy, connection).random(toxic).nextLong();
    }

    @Test
    void theSameNamesAndNumbersDrawTheSame() {
        assertThat(first(1, "a", 1, "t")).isEqualTo(first(1, "a", 1, "t"));
    }

    @Test
    void anyOtherNameOrNumberDrawsSomethingElse() {
        assertThat(new long[] {
                    first(1, "a", 1, "t"),
                    first(2, "a", 1, "t"),
                    first(1, "b", 1, "t"),
                    first(1, "a", 2, "t"),
                    first(1, "a", 1, "u"),
                    first(1, "t", 1, "a"),
                    first(0, "a", 1, "t"),
                    first(-1, "a", 1, "t")
                })
                .doesNotHaveDuplicates();
    }

    @Test
    void drawsOfManyConnectionsDoNotRepeat() {
        assertThat(LongStream.range(0, 10_000).map(n -> first(1, "a", n, "t")).toArray())
                .doesNotHaveDuplicates();
    }

    @Test
    void theShareOfConnectionsIsTheToxicity() {
        for (float toxicity : new float[] {0.1f, 0.5f, 0.9f}) {
            long hits = LongStream.range(0, 20_000)
                    .filter(n -> new Draws(3, "p", n).hits(toxic("t", toxicity)))
                    .count();
            // five standard deviations
            assertThat(hits / 20_000.0).isCloseTo(toxicity, within(0.018));
        }
    }

    @Test
    void allOrNoneIsExact() {
        assertThat(LongStream.range(0, 100_000)).noneMatch(n -> new Draws(3, "p", n).hits(toxic("t", 0)));
        assertThat(LongStream.range(0, 100_000)).allMatch(n -> new Draws(3, "p", n).hits(toxic("t", 1)));
        assertThat(LongStream.range(0, 1_000)).allMatch(n -> new Draws(3, "p", n).hits(toxic("t", 7)));
        assertThat(LongStream.range(0, 1_000)).noneMatch(n -> new Draws(3, "p", n).hits(toxic("t", -1)));
    }

    @Test
    void aHigherToxicityKeepsTheConnectionsOfALowerOne() {
        assertThat(LongStream.range(0, 10_000).filter(n -> new Draws(3, "p", n).hits(toxic("t", 0.2f))))
                .allMatch(n -> new Draws(3, "p", n).hits(toxic("t", 0.3f)));
    }
}
