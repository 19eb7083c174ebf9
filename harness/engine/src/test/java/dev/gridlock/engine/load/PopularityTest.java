package dev.gridlock.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PopularityTest {

    private static final int DRAWS = 100_000;

    private static double[] shares(int applications, double skew) {
        var popularity = new Popularity(applications, skew);
        var random = new SplittableRandom(5);
        var shares = new double[applications];
        for (int i = 0; i < DRAWS; i++) {
            shares[popularity.draw(random)] += 1.0 / DRAWS;
        }
        return shares;
    }

    @Test
    void withoutSkewAllAreAskedForAlike() {
        assertThat(shares(4, 0)).satisfies(shares -> {
            for (double share : shares) {
                assertThat(share).isCloseTo(0.25, within(0.01));
            }
        });
    }

    @Test
    void withSkewOneTheSecondIsAskedForHalfAsOftenAsTheFirstAndTheThirdAThird() {
        var shares = shares(100, 1);

        assertThat(shares[1] / shares[0]).isCloseTo(1.0 / 2, within(0.03));
        assertThat(shares[2] / shares[0]).isCloseTo(1.0 / 3, within(0.03));
        assertThat(shares[99]).isPositive();
    }

    @Test
    void oneApplicationIsAlwaysTheFirst() {
        assertThat(shares(1, 10)[0]).isCloseTo(1.0, within(1e-9));
    }
}
