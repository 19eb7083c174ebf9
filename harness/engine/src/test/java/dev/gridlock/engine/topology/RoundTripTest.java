package dev.gridlock.engine.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundTripTest {

    @ParameterizedTest
    @CsvSource({
        "waw, fra, 15, 25",
        "waw, nrt, 150, 260",
        "fra, ams, 5, 12",
        "lhr, iad, 70, 110",
        "ams, iad, 75, 115",
        "sjc, nrt, 100, 155",
        "iad, sjc, 55, 80",
        "fra, sin, 140, 190",
        "gru, iad, 110, 145",
        "jnb, lhr, 140, 180",
        "hkg, nrt, 40, 60",
        "syd, sin, 85, 120"
    })
    void isWithinWhatPeopleMeasure(String from, String to, long least, long most) {
        var roundTrip = RoundTrip.between(region(from), region(to));

        assertThat(roundTrip.toNanos() / 1e6).isBetween((double) least, (double) most);
    }

    @Test
    void isTheSameInBothDirectionsAndShortestWithinARegion() {
        for (var a : Regions.all()) {
            for (var b : Regions.all()) {
                assertThat(RoundTrip.between(a, b)).isEqualTo(RoundTrip.between(b, a));
                if (!a.equals(b)) {
                    assertThat(RoundTrip.between(a, b)).isGreaterThan(RoundTrip.WITHIN_REGION);
                }
            }
        }
        assertThat(RoundTrip.between(region("waw"), region("waw"))).isEqualTo(RoundTrip.WITHIN_REGION);
    }

    @Test
    void comesFromTheStatedFormula() {
        // A quarter of the equator: 6371.009 km * pi / 2 = 10007.557 km, so 100.07557 * 1.75 + 0.5 ms.
        var west = new Region("aaa", "West", 0, 0);
        var east = new Region("bbb", "East", 0, 90);

        assertThat(RoundTrip.between(west, east).toNanos()).isEqualTo(175_632_000);
    }

    @Test
    void crossesTheDateLineTheShortWay() {
        var west = new Region("aaa", "West", 0, 179.5);
        var east = new Region("bbb", "East", 0, -179.5);

        assertThat(RoundTrip.greatCircleKilometres(west, east)).isBetween(111.0, 112.0);
    }

    private static Region region(String code) {
        return Regions.byCode(code).orElseThrow();
    }
}
