package dev.gridlock.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.history.Outcome;
import dev.gridlock.engine.history.Script;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Detectors of data that is not as it should be, on legal and illegal histories, with exactly what they must say. */
class DataDetectorsTest {

    private static final String PROXY = "proxy-waw-1";

    private static List<Sighting> seen(Detector detector, Script script) {
        script.observations().forEach(detector::observe);
        return detector.sightings();
    }

    @Nested
    class Divergence {

        @Test
        void theNodesThatDifferFromMostAreNamed() {
            var script = Script.of("store-waw-1", "store-iad-1", "store-fra-1")
                    .holds(5000, "store-waw-1", "the tables", "bbbbbbbbbbbbbbbbbbbb")
                    .holds(5000, "store-iad-1", "the tables", "aaaaaaaaaaaaaaaaaaaa")
                    .holds(5000, "store-fra-1", "the tables", "aaaaaaaaaaaaaaaaaaaa");

            assertThat(seen(new DivergenceDetector(), script)).singleElement().satisfies(sighting -> {
                assertThat(sighting.life().node()).isEqualTo("store-waw-1");
                assertThat(sighting.evidence().prose())
                        .isEqualTo("store-waw-1 holds another state of the tables than the other nodes after the quiet"
                                + " time");
                assertThat(sighting.evidence().facts())
                        .containsEntry("agreeing", "2")
                        .containsEntry("digest", "aaaaaaaaaaaa")
                        .containsEntry("store-waw-1", "bbbbbbbbbbbb");
            });
        }

        @Test
        void severalThingsOfTheSameNodesMakeOneFinding() {
            var script = Script.of("store-waw-1", PROXY)
                    .holds(5000, "store-waw-1", "the catalog of app-1", "a")
                    .holds(5000, PROXY, "the catalog of app-1", "b")
                    .holds(5000, "store-waw-1", "the catalog of app-2", "c")
                    .holds(5000, PROXY, "the catalog of app-2", "d");

            assertThat(seen(new DivergenceDetector(), script)).singleElement().satisfies(sighting -> {
                assertThat(sighting.life().node()).isEqualTo(PROXY);
                assertThat(sighting.evidence().facts()).containsEntry("things", "2");
                assertThat(sighting.evidence().prose()).contains("of the catalog of app-1 and of 1 more than");
            });
        }

        @Test
        void equalDigestsAndNodesWithNothingToCompareAreFine() {
            var script = Script.of("store-waw-1", "store-iad-1", PROXY)
                    .holds(5000, "store-waw-1", "the tables", "a")
                    .holds(5000, "store-iad-1", "the tables", "a")
                    .holds(5000, PROXY, "the catalog of app-1", "z")
                    .doesNotSay(5000, PROXY);

            assertThat(seen(new DivergenceDetector(), script)).isEmpty();
        }
    }

    @Nested
    class LostUpdate {

        @Test
        void anAcknowledgedUpdateThatNoRowShowsIsLost() {
            var script = Script.of("store-waw-1", "store-iad-1")
                    .update(10, 11, "u-1", "store-iad-1", "m-1", Outcome.OK)
                    .holdsUpdates(5000, "store-waw-1", Map.of("m-1", ""))
                    .holdsUpdates(5000, "store-iad-1", Map.of("m-1", "u-1"));

            assertThat(seen(new LostUpdateDetector(), script)).singleElement().satisfies(sighting -> {
                assertThat(sighting.kind()).isEqualTo(FindingKind.DIVERGENCE);
                assertThat(sighting.life().node()).isEqualTo("store-waw-1");
                assertThat(sighting.update()).isEqualTo("u-1");
                assertThat(sighting.evidence().prose())
                        .isEqualTo("acknowledged update u-1 of m-1 is gone from store-waw-1");
            });
        }

        @Test
        void anEarlierUpdateOfTheSameStoreMustNotStandInThePlaceOfALaterOne() {
            var script = Script.of("store-iad-1")
                    .update(10, 11, "u-1", "store-iad-1", "m-1", Outcome.OK)
                    .update(12, 13, "u-2", "store-iad-1", "m-1", Outcome.OK)
                    .holdsUpdates(5000, "store-iad-1", Map.of("m-1", "u-1"));

            assertThat(seen(new LostUpdateDetector(), script))
                    .singleElement()
                    .satisfies(sighting -> assertThat(sighting.evidence().facts())
                            .containsEntry("update", "u-2")
                            .containsEntry("held", "u-1"));
        }

        @Test
        void overlappingUpdatesOtherStoresAndUnansweredOnesMayWin() {
            var overlapping = Script.of("store-iad-1")
                    .update(10, 13, "u-1", "store-iad-1", "m-1", Outcome.OK)
                    .update(12, 14, "u-2", "store-iad-1", "m-1", Outcome.OK)
                    .holdsUpdates(5000, "store-iad-1", Map.of("m-1", "u-1"));
            var otherStore = Script.of("store-iad-1", "store-waw-1")
                    .update(10, 11, "u-1", "store-iad-1", "m-1", Outcome.OK)
                    .update(12, 13, "u-2", "store-waw-1", "m-1", Outcome.OK)
                    .holdsUpdates(5000, "store-iad-1", Map.of("m-1", "u-1"));
            var unanswered = Script.of("store-iad-1")
                    .update(10, 11, "u-1", "store-iad-1", "m-1", Outcome.OK)
                    .update(12, 99, "u-2", "store-iad-1", "m-1", Outcome.INDETERMINATE)
                    .holdsUpdates(5000, "store-iad-1", Map.of("m-1", "u-2"));

            for (var script : List.of(overlapping, otherStore, unanswered)) {
                assertThat(seen(new LostUpdateDetector(), script)).isEmpty();
            }
        }

        @Test
        void aFailedUpdateMayBeAbsent() {
            var script = Script.of("store-iad-1")
                    .update(10, 11, "u-1", "store-iad-1", "m-1", Outcome.FAILED)
                    .holdsUpdates(5000, "store-iad-1", Map.of());

            assertThat(seen(new LostUpdateDetector(), script)).isEmpty();
        }
    }
}
