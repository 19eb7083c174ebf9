package dev.gridlock.engine.witness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A fault from 1 s to 2 s on the way from Warsaw to Ashburn; beacons every 25 ms for 4 s, usually 60 ms on their way. */
class LinkWitnessTest {

    private static final Way WAY = new Way("waw", "iad");
    private static final BeaconStream REQUESTS = new BeaconStream(WAY, true);
    private static final BeaconStream ANSWERS = new BeaconStream(WAY, false);
    private static final int USUAL = 60;

    private final BeaconLog log = new BeaconLog();
    private final List<FaultPeriod> periods = new ArrayList<>();

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private FaultPeriod fault(LinkEffect effect) {
        var period = new FaultPeriod(
                new LinkFault(effect, List.of(WAY), "from waw to iad", ms(1_000), ms(2_000)),
                ms(1_000),
                Optional.of(ms(2_000)),
                Optional.of(ms(2_000)));
        periods.add(period);
        return period;
    }

    private LinkWitness witness() {
        return new LinkWitness(log, periods, ms(4_000));
    }

    /** How long a beacon takes that is sent at an instant; negative for never. */
    private interface Delay {
        long at(long millis);
    }

    private void beacons(BeaconStream stream, Delay delay) {
        for (int number = 0; number < 160; number++) {
            long sent = 25L * number;
            log.sent(stream, number, ms(sent));
            long takes = delay.at(sent);
            if (takes >= 0) {
                log.arrived(stream, number, ms(sent), ms(sent + takes));
            }
        }
    }

    private void onBoth(Delay delay) {
        beacons(REQUESTS, delay);
        beacons(ANSWERS, delay);
    }

    private static boolean during(long sent) {
        return sent >= 1_000 && sent < 2_000;
    }

    private static final LinkEffect SLOW = new LinkEffect.Delay(ms(40), ms(10));
    private static final LinkEffect CUT = new LinkEffect.Cut();

    @Test
    void aDelayIsSeenByTheThirdBeaconThatIsLate() {
        var fault = fault(SLOW);
        onBoth(sent -> during(sent) ? USUAL + 45 : USUAL);

        var seen = witness().inForce(fault);

        assertThat(seen)
                .isEqualTo(new Sighting(
                        true, "beacons from waw to iad took 105 ms instead of 60 ms", ms(1_075 + USUAL + 45)));
        assertThat(witness().gone(fault))
                .isEqualTo(new Sighting(true, "beacons from waw to iad took 60 ms again", ms(2_050 + USUAL)));
    }

    @Test
    void aDelayThatIsNotThereIsNotSeen() {
        var fault = fault(SLOW);
        onBoth(sent -> USUAL);

        assertThat(witness().inForce(fault))
                .isEqualTo(new Sighting(false, "beacons from waw to iad took 60 ms, before it 60 ms", ms(2_000)));
    }

    @Test
    void aDelayOnHalfOfTheConnectionsIsNotEnough() {
        var fault = fault(SLOW);
        beacons(REQUESTS, sent -> during(sent) ? USUAL + 45 : USUAL);
        beacons(ANSWERS, sent -> USUAL);

        var seen = witness().inForce(fault);

        assertThat(seen.seen()).isFalse();
        assertThat(seen.what()).startsWith("beacons from waw to iad, on connections from iad took 60 ms");
    }

    @Test
    void aDelayThatStaysIsNotGone() {
        var fault = fault(SLOW);
        onBoth(sent -> sent >= 1_000 ? USUAL + 45 : USUAL);

        assertThat(witness().inForce(fault).seen()).isTrue();
        assertThat(witness().gone(fault))
                .isEqualTo(new Sighting(false, "beacons from waw to iad still took 105 ms", ms(4_000)));
    }

    @Test
    void singleLateBeaconsAreNoDelay() {
        var fault = fault(SLOW);
        onBoth(sent -> sent % 100 == 0 && during(sent) ? USUAL + 500 : USUAL);

        assertThat(witness().inForce(fault).seen()).isFalse();
    }

    @Test
    void aDelayOnTopOfAnotherIsToldApart() {
        var long1 = new FaultPeriod(
                new LinkFault(
                        new LinkEffect.Delay(ms(100), ms(0)), List.of(WAY), "from waw to iad", ms(500), ms(3_500)),
                ms(500),
                Optional.of(ms(3_500)),
                Optional.of(ms(3_500)));
        periods.add(long1);
        var inner = fault(SLOW);
        onBoth(sent -> USUAL + (sent >= 500 && sent < 3_500 ? 100 : 0));

        assertThat(witness().inForce(long1).seen()).isTrue();
        assertThat(witness().inForce(inner).seen()).isFalse();
        assertThat(witness().gone(long1).seen()).isTrue();
    }

    @Test
    void aCutIsSeenWhenNothingArrivesAndIsGoneOnceFreshBeaconsAreQuick() {
        var fault = fault(CUT);
        // What was held arrives at 2.2 s, in order.
        onBoth(sent -> sent >= 930 && sent < 2_200 ? 2_200 - sent + USUAL : USUAL);

        assertThat(witness().inForce(fault).seen()).isTrue();
        assertThat(witness().gone(fault).seen()).isTrue();
        assertThat(witness().gone(fault).at()).isGreaterThan(ms(2_200));
    }

    @Test
    void aCutThatLetsOneBeaconThroughIsNone() {
        var fault = fault(CUT);
        onBoth(sent -> during(sent) && sent != 1_500 ? -1 : USUAL);

        assertThat(witness().inForce(fault))
                .isEqualTo(new Sighting(false, "a beacon from waw to iad arrived", ms(1_560)));
    }

    @Test
    void aBlackHoleLosesWhatACutOnlyHolds() {
        var hole = fault(new LinkEffect.BlackHole());
        onBoth(sent -> during(sent) ? 3_000 - sent : USUAL);

        assertThat(witness().inForce(hole).seen()).isFalse();
    }

    @Test
    void aBlackHoleIsSeen() {
        var hole = fault(new LinkEffect.BlackHole());
        onBoth(sent -> during(sent) ? -1 : USUAL);

        assertThat(witness().inForce(hole).seen()).isTrue();
        assertThat(witness().gone(hole).seen()).isTrue();
    }

    @Test
    void resetsAreSeenOnConnectionsOfBothSides() {
        var fault = fault(new LinkEffect.Reset());
        onBoth(sent -> during(sent) ? -1 : USUAL);
        log.broken(REQUESTS, ms(1_020));

        assertThat(witness().inForce(fault).seen()).isFalse();

        log.broken(new BeaconStream(WAY.back(), true), ms(1_030));
        assertThat(witness().inForce(fault))
                .isEqualTo(new Sighting(
                        true,
                        "connections that carry beacons from waw to iad, on connections from iad broke",
                        ms(1_030)));
    }

    @Test
    void withoutBeaconsBeforehandNothingCanBeSaid() {
        var fault = fault(SLOW);
        onBoth(sent -> sent < 1_000 ? -1 : USUAL + 45);

        assertThat(witness().inForce(fault).seen()).isFalse();
        assertThat(witness().inForce(fault).what())
                .isEqualTo("too few beacons from waw to iad arrived before any fault to compare with");
    }

    @Test
    void withoutBeaconsNoCutIsSeen() {
        var fault = fault(CUT);

        assertThat(witness().inForce(fault))
                .isEqualTo(new Sighting(false, "no beacon was sent from waw to iad meanwhile", ms(2_000)));
    }
}
