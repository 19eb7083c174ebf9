package dev.gridlock.engine.detect;

import static dev.gridlock.engine.history.Script.at;
import static dev.gridlock.engine.history.Script.waiter;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.finding.FindingKind;
import dev.gridlock.engine.history.Life;
import dev.gridlock.engine.history.Script;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Detectors of a lock in trouble, on legal and illegal histories, with exactly what they must say. */
class LockDetectorsTest {

    private static final String PROXY = "proxy-waw-1";
    private static final String CORRUPT = "0xfffffffffffffffe";

    private static List<Sighting> seen(Detector detector, Script script) {
        script.observations().forEach(detector::observe);
        return detector.sightings();
    }

    @Nested
    class LockCorruption {

        @Test
        void aCorruptWordIsFoundWithLabelUpdateAndCount() {
            var script = Script.of(PROXY)
                    .event(10, PROXY, "lock.timeout", "label", "load", "app", "app-7", "update", "u-3")
                    .event(
                            11,
                            PROXY,
                            "lock.corrupted",
                            "word",
                            CORRUPT,
                            "label",
                            "load",
                            "app",
                            "app-7",
                            "update",
                            "u-3",
                            "decoded",
                            "readers=1152921504606846975 WRITER")
                    .event(12, PROXY, "lock.corrupted", "word", "0xffffffffffffffff");

            var sightings = seen(new LockCorruptionDetector(), script);

            assertThat(sightings).singleElement().satisfies(sighting -> {
                assertThat(sighting.kind()).isEqualTo(FindingKind.LOCK_WORD_CORRUPTION);
                assertThat(sighting.life()).isEqualTo(new Life(PROXY, 1));
                assertThat(sighting.at()).isEqualTo(at(11));
                assertThat(sighting.update()).isEqualTo("u-3");
                assertThat(sighting.evidence().facts())
                        .containsEntry("word", CORRUPT)
                        .containsEntry("lastWord", "0xffffffffffffffff")
                        .containsEntry("label", "load")
                        .containsEntry("app", "app-7")
                        .containsEntry("holders", "not told")
                        .containsEntry("sightings", "2")
                        .containsEntry("seenBy", "lock.corrupted");
            });
        }

        @Test
        void aCorruptWordInTheWatchdogsSnapshotAloneIsEnough() {
            var script = Script.of(PROXY)
                    .event(
                            20,
                            PROXY,
                            "watchdog.silence",
                            "word",
                            CORRUPT,
                            "holders",
                            List.of(),
                            "waiters",
                            List.of(waiter("EXCLUSIVE", "load", "u-9", 3), waiter("SHARED", "route", "", 2)));

            assertThat(seen(new LockCorruptionDetector(), script))
                    .singleElement()
                    .satisfies(sighting -> {
                        assertThat(sighting.update()).isEqualTo("u-9");
                        assertThat(sighting.involved()).containsExactly("u-9");
                        assertThat(sighting.evidence().facts())
                                .containsEntry("holders", "none")
                                .containsEntry(
                                        "waiters", "1 exclusive (load) and 1 shared (route), the longest for 3 ms")
                                .containsEntry("seenBy", "watchdog.silence");
                    });
        }

        @Test
        void waitersThatAreCountedAndNotListedAreCounted() {
            var script = Script.of(PROXY)
                    .event(
                            20,
                            PROXY,
                            "watchdog.silence",
                            "word",
                            CORRUPT,
                            "waiters",
                            List.of(waiter("shared", "route", "", 2)),
                            "waiterCount",
                            31);

            assertThat(seen(new LockCorruptionDetector(), script))
                    .singleElement()
                    .satisfies(sighting -> assertThat(sighting.evidence().facts())
                            .containsEntry("waiters", "1 shared (route) and 30 more, the longest for 2 ms"));
        }

        @Test
        void withoutAnUpdateOfItsOwnTheLastTimedOutWriteOfTheSameLifeIsMeant() {
            var script = Script.of(PROXY, "proxy-waw-2")
                    .event(9, PROXY, "lock.timeout", "update", "u-1")
                    .event(10, PROXY, "lock.timeout", "update", "u-2")
                    .event(11, "proxy-waw-2", "lock.timeout", "update", "u-8")
                    .event(12, PROXY, "lock.corrupted", "word", CORRUPT);

            assertThat(seen(new LockCorruptionDetector(), script))
                    .extracting(Sighting::update)
                    .containsExactly("u-2");
        }

        @Test
        void everyLifeHasItsOwnFinding() {
            var script = Script.of(PROXY)
                    .event(10, PROXY, "lock.corrupted", "word", CORRUPT)
                    .exit(11, PROXY, 134)
                    .start(12, PROXY)
                    .event(13, PROXY, "lock.corrupted", "word", CORRUPT);

            assertThat(seen(new LockCorruptionDetector(), script))
                    .extracting(Sighting::life)
                    .containsExactly(new Life(PROXY, 1), new Life(PROXY, 2));
        }

        @Test
        void soundWordsAreNoFinding() {
            var script = Script.of(PROXY)
                    .event(10, PROXY, "lock.waiters-without-holder", "word", "0x0000000000000001")
                    .event(11, PROXY, "watchdog.silence", "word", "0x000000000000001a")
                    .event(12, PROXY, "lock.slow", "word", "");

            assertThat(seen(new LockCorruptionDetector(), script)).isEmpty();
        }
    }

    @Nested
    class LostWakeup {

        @Test
        void waitersWithoutAHolderAndWithASoundWordAreFoundOnceForALife() {
            var waiters = List.of(waiter("EXCLUSIVE", "apply", "u-4", 40), waiter("EXCLUSIVE", "load", "u-5", 60));
            var script = Script.of(PROXY)
                    .event(
                            30,
                            PROXY,
                            "lock.waiters-without-holder",
                            "word",
                            "0x0000000000000001",
                            "decoded",
                            "free",
                            "waiters",
                            waiters,
                            "samples",
                            2,
                            "lastHolder",
                            Map.of("label", "route", "app", "app-1"))
                    .event(50, PROXY, "lock.waiters-without-holder", "word", "0x0000000000000001", "waiters", waiters);

            assertThat(seen(new LostWakeupDetector(), script)).singleElement().satisfies(sighting -> {
                assertThat(sighting.kind()).isEqualTo(FindingKind.LOST_WAKEUP);
                assertThat(sighting.at()).isEqualTo(at(30));
                assertThat(sighting.update()).isEqualTo("u-5");
                assertThat(sighting.involved()).containsExactlyInAnyOrder("u-4", "u-5");
                assertThat(sighting.evidence().facts())
                        .containsEntry("word", "0x0000000000000001")
                        .containsEntry("decoded", "free")
                        .containsEntry("holders", "none")
                        .containsEntry("waiters", "2 exclusive (apply, load), the longest for 60 ms")
                        .containsEntry("lastHolder", "route app-1")
                        .containsEntry("sightings", "2");
            });
        }

        @Test
        void aCorruptWordExplainsTheWaitersOtherwise() {
            var script = Script.of(PROXY)
                    .event(29, PROXY, "lock.corrupted", "word", CORRUPT)
                    .event(30, PROXY, "lock.waiters-without-holder", "word", CORRUPT)
                    .event(31, PROXY, "lock.waiters-without-holder", "word", "0x0000000000000001");

            assertThat(seen(new LostWakeupDetector(), script)).isEmpty();
        }

        @Test
        void corruptionInAnotherLifeExplainsNothing() {
            var script = Script.of(PROXY)
                    .event(29, PROXY, "lock.corrupted", "word", CORRUPT)
                    .exit(30, PROXY, 134)
                    .start(31, PROXY)
                    .event(40, PROXY, "lock.waiters-without-holder", "word", "0x0000000000000001");

            assertThat(seen(new LostWakeupDetector(), script))
                    .extracting(Sighting::life)
                    .containsExactly(new Life(PROXY, 2));
        }
    }

    @Nested
    class LockStall {

        @Test
        void silenceThatNothingExplainsIsAStallWithItsHolder() {
            var script = Script.of(PROXY)
                    .event(
                            90,
                            PROXY,
                            "watchdog.silence",
                            "missed",
                            3,
                            "word",
                            "0x0000000000000008",
                            "holders",
                            List.of(waiter("EXCLUSIVE", "rebuild", "u-2", 0)),
                            "waiters",
                            List.of(waiter("SHARED", "status", "", 80)));

            assertThat(seen(new LockStallDetector(), script)).singleElement().satisfies(sighting -> {
                assertThat(sighting.update()).isEqualTo("u-2");
                assertThat(sighting.evidence().prose())
                        .isEqualTo("the watchdog's probe went unanswered with the lock held by 1 exclusive (rebuild)");
            });
        }

        @Test
        void corruptionOrALostWakeupInTheSameLifeExplainsTheSilenceEvenWhenToldLater() {
            var corrupt = Script.of(PROXY)
                    .event(90, PROXY, "watchdog.silence", "word", "0x0000000000000000")
                    .event(91, PROXY, "lock.corrupted", "word", CORRUPT);
            var lost = Script.of(PROXY)
                    .event(80, PROXY, "lock.waiters-without-holder", "word", "0x0000000000000001")
                    .event(90, PROXY, "watchdog.silence", "word", "0x0000000000000001");

            assertThat(seen(new LockStallDetector(), corrupt)).isEmpty();
            assertThat(seen(new LockStallDetector(), lost)).isEmpty();
        }

        @Test
        void aStallThatTheNodeNamesIsOfThatKindAndExplainsTheSilence() {
            var script = Script.of(PROXY)
                    .event(
                            70,
                            PROXY,
                            "lock.stall",
                            "kind",
                            "deadlock",
                            "label",
                            "route",
                            "app",
                            "app-7",
                            "update",
                            "u-3",
                            "forNanos",
                            250_000_000,
                            "holders",
                            List.of(waiter("SHARED", "route", "u-3", 0)),
                            "cycle",
                            List.of(Map.of(
                                    "thread",
                                    "front-1",
                                    "waitsFor",
                                    "exclusive",
                                    "behind",
                                    "front-1",
                                    "whoseLabel",
                                    "route",
                                    "whoseMode",
                                    "shared")))
                    .event(71, PROXY, "lock.stall", "kind", "deadlock")
                    .event(90, PROXY, "watchdog.silence", "kind", "deadlock", "word", "0x0000000000000010");

            assertThat(seen(new LockStallDetector(), script)).singleElement().satisfies(sighting -> {
                assertThat(sighting.kind()).isEqualTo(FindingKind.DEADLOCK);
                assertThat(sighting.at()).isEqualTo(at(70));
                assertThat(sighting.update()).isEqualTo("u-3");
                assertThat(sighting.evidence().facts())
                        .containsEntry("label", "route")
                        .containsEntry("app", "app-7")
                        .containsEntry("cycle", "front-1 waits for a hold (exclusive) behind front-1 (route, shared)");
                assertThat(sighting.evidence().prose())
                        .isEqualTo("the node saw its lock in a stall of the kind deadlock for 250 ms,"
                                + " with \"route\" to blame");
            });
        }

        @Test
        void aSilenceMayNameItsKindItself() {
            var script = Script.of(PROXY).event(90, PROXY, "watchdog.silence", "kind", "leaked-guard");
            var none = Script.of(PROXY).event(90, PROXY, "watchdog.silence", "kind", "held");
            var noStall = Script.of(PROXY).event(90, PROXY, "watchdog.silence", "kind", "divergence");

            assertThat(seen(new LockStallDetector(), script))
                    .extracting(Sighting::kind)
                    .containsExactly(FindingKind.LEAKED_GUARD);
            assertThat(seen(new LockStallDetector(), none))
                    .extracting(Sighting::kind)
                    .containsExactly(FindingKind.LOCK_STALL);
            assertThat(seen(new LockStallDetector(), noStall))
                    .extracting(Sighting::kind)
                    .containsExactly(FindingKind.LOCK_STALL);
        }

        @Test
        void whatFollowsACorruptWordOrALostWakeupIsNoStallOfItsOwn() {
            var corrupt = Script.of(PROXY)
                    .event(70, PROXY, "lock.corrupted", "word", CORRUPT)
                    .event(80, PROXY, "lock.stall", "kind", "retry-livelock");
            var before = Script.of(PROXY)
                    .event(70, PROXY, "lock.stall", "kind", "long-holder")
                    .event(80, PROXY, "lock.corrupted", "word", CORRUPT);

            assertThat(seen(new LockStallDetector(), corrupt)).isEmpty();
            assertThat(seen(new LockStallDetector(), before))
                    .extracting(Sighting::kind)
                    .containsExactly(FindingKind.LONG_HOLDER);
        }

        @Test
        void aSlowLockThatRecoversIsNoStall() {
            var script = Script.of(PROXY).event(90, PROXY, "lock.slow", "waitedNanos", 20_000_000);

            assertThat(seen(new LockStallDetector(), script)).isEmpty();
        }
    }
}
