package dev.gridlock.engine.detect;

import static dev.gridlock.engine.history.Script.at;
import static dev.gridlock.engine.history.Script.waiter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.history.Script;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Detectors of nodes and threads that end, on legal and illegal histories, with exactly what they must say. */
class ExitDetectorsTest {

    private static final String PROXY = "proxy-waw-1";
    private static final String CORRUPT = "0xfffffffffffffffe";

    private static List<Sighting> seen(Detector detector, Script script) {
        script.observations().forEach(detector::observe);
        return detector.sightings();
    }

    @Nested
    class WatchdogRestart {

        @Test
        void exit134IsFoundWithTheSnapshotAndTheComeback() {
            var script = Script.of(PROXY)
                    .event(
                            100,
                            PROXY,
                            "watchdog.silence",
                            "missed",
                            3,
                            "word",
                            CORRUPT,
                            "snapshot",
                            "stall-1.json",
                            "waiters",
                            List.of(waiter("SHARED", "route", "u-6", 5)))
                    .exit(101, PROXY, 134)
                    .start(601, PROXY);

            assertThat(seen(new WatchdogRestartDetector(), script))
                    .singleElement()
                    .satisfies(sighting -> {
                        assertThat(sighting.at()).isEqualTo(at(101));
                        assertThat(sighting.evidence().facts())
                                .containsEntry("exitCode", "134")
                                .containsEntry("missed", "3")
                                .containsEntry("word", CORRUPT)
                                .containsEntry("restart", "restarted after 500 ms");
                    });
        }

        @Test
        void aHaltWithoutAComebackSaysSo() {
            var script = Script.of(PROXY).exit(101, PROXY, 134);

            assertThat(seen(new WatchdogRestartDetector(), script))
                    .singleElement()
                    .satisfies(sighting -> assertThat(sighting.evidence().facts())
                            .containsEntry("restart", "not restarted within the run"));
        }

        @Test
        void aKillByAFaultAndAnotherExitCodeAreNotTheWatchdogs() {
            var script = Script.of(PROXY, "proxy-waw-2").kill(5, PROXY).exit(6, "proxy-waw-2", 1);

            assertThat(seen(new WatchdogRestartDetector(), script)).isEmpty();
        }
    }

    @Nested
    class UncaughtException {

        @Test
        void deadThreadsOfALifeMakeOneFindingWithTheFirst() {
            var script = Script.of(PROXY)
                    .died(5, PROXY, "acceptor", "java.io.IOException: closed")
                    .died(6, PROXY, "worker-1", "java.lang.NullPointerException");

            assertThat(seen(new UncaughtExceptionDetector(), script))
                    .singleElement()
                    .satisfies(sighting -> {
                        assertThat(sighting.at()).isEqualTo(at(5));
                        assertThat(sighting.evidence().prose())
                                .isEqualTo("thread acceptor died of java.io.IOException: closed");
                        assertThat(sighting.evidence().facts())
                                .containsEntry("threads", "2")
                                .doesNotContainKey("exitCode");
                    });
        }

        @Test
        void aNodeThatEndsByItselfIsFoundWithItsLastComplaint() {
            var script = Script.of(PROXY)
                    .complaint(4, PROXY, "proxy.toml: found no such file")
                    .exit(5, PROXY, 2);

            assertThat(seen(new UncaughtExceptionDetector(), script))
                    .singleElement()
                    .satisfies(sighting -> {
                        assertThat(sighting.evidence().prose()).isEqualTo("the node ended by itself with code 2");
                        assertThat(sighting.evidence().facts())
                                .containsEntry("exitCode", "2")
                                .containsEntry("lastComplaint", "proxy.toml: found no such file");
                    });
        }

        @Test
        void aThreadThatTakesTheNodeWithItIsOneFindingInEitherOrder() {
            var threadFirst =
                    Script.of(PROXY).died(5, PROXY, "main", "Error: x").exit(6, PROXY, 1);
            var exitFirst = Script.of(PROXY).exit(5, PROXY, 1).died(6, PROXY, "main", "Error: x");

            for (var script : List.of(threadFirst, exitFirst)) {
                assertThat(seen(new UncaughtExceptionDetector(), script))
                        .singleElement()
                        .satisfies(sighting -> assertThat(sighting.evidence().facts())
                                .containsEntry("thread", "main")
                                .containsEntry("threads", "1")
                                .containsEntry("exitCode", "1"));
            }
        }

        @Test
        void faultsAndWatchdogsAreOtherMatters() {
            var script = Script.of(PROXY, "proxy-waw-2").kill(5, PROXY).exit(6, "proxy-waw-2", 134);

            assertThat(seen(new UncaughtExceptionDetector(), script)).isEmpty();
        }
    }
}
