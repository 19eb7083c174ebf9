package dev.gridlock.engine.load;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** How often each application is asked for: the k-th with a weight of k to the power of minus the skew (Zipf's law). */
final class Popularity {

    private final double[] cumulative;

    /**
     * @param applications how many there are, at least 1
     * @param skew 0 for all alike
     */
    Popularity(int applications, double skew) {
        cumulative = new double[applications];
        double sum = 0;
        for (int i = 0; i < applications; i++) {
            sum += StrictMath.pow(i + 1, -skew);
            cumulative[i] = sum;
        }
    }

    /** The number of an application, from 0; takes one value from the generator. */
    int draw(RandomGenerator random) {
        double point = random.nextDouble() * cumulative[cumulative.length - 1];
        int found = Arrays.binarySearch(cumulative, point);
        return Math.min(found >= 0 ? found + 1 : -found - 1, cumulative.length - 1);
    }
}
