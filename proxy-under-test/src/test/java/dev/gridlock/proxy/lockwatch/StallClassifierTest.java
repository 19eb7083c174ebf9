package dev.gridlock.proxy.lockwatch;

import static dev.gridlock.proxy.inflight.LockMode.EXCLUSIVE;
import static dev.gridlock.proxy.inflight.LockMode.SHARED;
import static dev.gridlock.proxy.lockwatch.LookScript.seen;
import static dev.gridlock.proxy.lockwatch.LookScript.withPlatformThread;
import static dev.gridlock.proxy.lockwatch.LookScript.withThread;
import static dev.gridlock.proxy.lockwatch.LookScript.withTies;
import static java.lang.Thread.State.RUNNABLE;
import static java.lang.Thread.State.TERMINATED;
import static java.lang.Thread.State.TIMED_WAITING;
import static java.lang.Thread.State.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StallClassifierTest {

    private static final Duration LONG = Duration.ofMillis(400);
    private static final Duration VERY_LONG = Duration.ofMillis(1_200);
    private static final Duration ENDLESS = Duration.ofSeconds(5);

    /** A row of looks and what it shows. */
    record Row(String name, StallKind expected, String blamed, UnaryOperator<LookScript> script) {
        @Override
        public String toString() {
            return name;
        }
    }

    @ParameterizedTest
    @MethodSource({"stalls", "nearMisses"})
    void tells(Row row) {
        Diagnosis diagnosis = row.script().apply(new LookScript()).diagnosis();

        assertThat(diagnosis.kind()).isEqualTo(row.expected());
        assertThat(diagnosis.blamed().map(Diagnosis.Blamed::label).orElse("")).isEqualTo(row.blamed());
    }

    static Stream<Row> stalls() {
        return Stream.of(
                new Row(
                        "corrupt word",
                        StallKind.CORRUPT_WORD,
                        "",
                        script ->
                                script.word(-1).waits(seen(1, SHARED, WAITING)).looksFor(Duration.ofMillis(20))),
                new Row(
                        "a free lock, and nobody is woken",
                        StallKind.LOST_WAKEUP,
                        "label-1",
                        script -> script.word(1)
                                .waits(seen(1, EXCLUSIVE, WAITING))
                                .looksFor(Duration.ofMillis(60))),
                new Row(
                        "the same without a word",
                        StallKind.LOST_WAKEUP,
                        "label-1",
                        script -> script.waits(seen(1, SHARED, WAITING)).looksFor(Duration.ofMillis(60))),
                new Row(
                        "the same with a platform thread, which takes longer to be sure",
                        StallKind.LOST_WAKEUP,
                        "label-1",
                        script -> script.waits(withPlatformThread(seen(1, SHARED, WAITING)))
                                .looksFor(VERY_LONG)),
                new Row("the same, seen on its way to sleep", StallKind.LOST_WAKEUP, "label-1", script -> {
                    script.waits(seen(1, SHARED, RUNNABLE)).looksFor(Duration.ofMillis(20));
                    return script.becomes(1, WAITING).looksFor(Duration.ofMillis(60));
                }),
                new Row("passers-by do not make it starvation", StallKind.LOST_WAKEUP, "label-1", script -> {
                    script.word(1).waits(seen(1, EXCLUSIVE, WAITING)).looksFor(Duration.ofMillis(60));
                    return passersBy(script, VERY_LONG);
                }),
                new Row(
                        "a thread wants to be alone with its own hold",
                        StallKind.DEADLOCK,
                        "label-2",
                        script -> script.inside(withThread(seen(1, SHARED, WAITING), 7))
                                .waits(withThread(seen(2, EXCLUSIVE, WAITING), 7))
                                .waits(seen(3, SHARED, WAITING))
                                .looksFor(LONG)),
                new Row(
                        "a second read behind a writer",
                        StallKind.DEADLOCK,
                        "label-3",
                        script -> script.inside(withThread(seen(1, SHARED, WAITING), 7))
                                .waits(seen(2, EXCLUSIVE, WAITING))
                                .waits(withThread(seen(3, SHARED, WAITING), 7))
                                .looksFor(LONG)),
                new Row(
                        "the same when the writer took its number later and the lock earlier",
                        StallKind.DEADLOCK,
                        "label-2",
                        script -> script.inside(withThread(seen(1, SHARED, WAITING), 7))
                                .waits(withThread(seen(2, SHARED, WAITING), 7))
                                .waits(seen(3, EXCLUSIVE, WAITING))
                                .looksFor(LONG)),
                new Row("a circle that was seen as it closed", StallKind.DEADLOCK, "label-2", script -> {
                    script.inside(withThread(seen(1, SHARED, RUNNABLE), 7))
                            .waits(withThread(seen(2, EXCLUSIVE, RUNNABLE), 7))
                            .looksFor(Duration.ofMillis(20));
                    return script.becomes(1, WAITING).becomes(2, WAITING).looksFor(LONG);
                }),
                new Row(
                        "two readers that both want to write",
                        StallKind.DEADLOCK,
                        "label-3",
                        script -> script.inside(withThread(seen(1, SHARED, WAITING), 7))
                                .inside(withThread(seen(2, SHARED, WAITING), 8))
                                .waits(withThread(seen(3, EXCLUSIVE, WAITING), 7))
                                .waits(withThread(seen(4, EXCLUSIVE, WAITING), 8))
                                .looksFor(LONG)),
                new Row(
                        "its thread has finished the work",
                        StallKind.LEAKED_GUARD,
                        "label-1",
                        script -> script.inside(withTies(seen(1, SHARED, RUNNABLE), Seen.Ties.ABANDONED))
                                .waits(seen(2, EXCLUSIVE, WAITING))
                                .looksFor(LONG)),
                new Row(
                        "a leak that nobody minds yet",
                        StallKind.LEAKED_GUARD,
                        "label-1",
                        script -> script.inside(withTies(seen(1, SHARED, TERMINATED), Seen.Ties.ABANDONED))
                                .looksFor(LONG)),
                new Row(
                        "a leak explains the deadlock it makes",
                        StallKind.LEAKED_GUARD,
                        "label-1",
                        script -> script.inside(withTies(withThread(seen(1, SHARED, WAITING), 7), Seen.Ties.ABANDONED))
                                .waits(seen(2, EXCLUSIVE, WAITING))
                                .waits(withThread(seen(3, SHARED, WAITING), 7))
                                .looksFor(LONG)),
                new Row(
                        "its thread does other things",
                        StallKind.LEAKED_GUARD,
                        "label-1",
                        script -> script.inside(withTies(seen(1, SHARED, RUNNABLE), Seen.Ties.PASSED))
                                .waits(seen(2, EXCLUSIVE, WAITING))
                                .looksFor(VERY_LONG)),
                new Row(
                        "the word counts a reader that nobody is",
                        StallKind.LEAKED_GUARD,
                        "label-1",
                        script -> script.word(0x1b)
                                .inside(seen(1, SHARED, RUNNABLE))
                                .leaves(1)
                                .waits(seen(2, EXCLUSIVE, WAITING))
                                .looksFor(LONG)),
                new Row("tries for ever", StallKind.RETRY_LIVELOCK, "retry", script -> {
                    for (int attempt = 1; attempt < 40; attempt++) {
                        script.fails(5, attempt * 20L).looksFor(Duration.ofMillis(20));
                    }
                    return script;
                }),
                new Row(
                        "fails so often that it does not matter how long it takes",
                        StallKind.RETRY_LIVELOCK,
                        "retry",
                        script -> {
                            for (int attempt = 1; attempt < 600; attempt++) {
                                script.fails(5, attempt).looksFor(Duration.ofMillis(20));
                            }
                            return script;
                        }),
                new Row("tries for ever while others get in", StallKind.RETRY_LIVELOCK, "retry", script -> {
                    for (int attempt = 1; attempt < 40; attempt++) {
                        script.fails(5, attempt * 20L).passes(100 + attempt).looksFor(Duration.ofMillis(20));
                    }
                    return script;
                }),
                new Row(
                        "sleeps inside",
                        StallKind.LONG_HOLDER,
                        "label-1",
                        script -> script.word(0x8)
                                .inside(seen(1, EXCLUSIVE, TIMED_WAITING))
                                .waits(seen(2, SHARED, WAITING))
                                .looksFor(LONG)),
                new Row(
                        "computes inside",
                        StallKind.LONG_HOLDER,
                        "label-1",
                        script -> script.inside(seen(1, EXCLUSIVE, RUNNABLE))
                                .waits(seen(2, SHARED, WAITING))
                                .looksFor(VERY_LONG)),
                new Row("writers give up because of a holder", StallKind.LONG_HOLDER, "label-1", script -> {
                    script.inside(seen(1, SHARED, WAITING));
                    for (int number = 2; number < 20; number++) {
                        script.waits(seen(number, EXCLUSIVE, TIMED_WAITING))
                                .looksFor(Duration.ofMillis(20))
                                .givesUp(number);
                    }
                    return script.looksFor(Duration.ofMillis(20));
                }),
                new Row("others come later and go first", StallKind.STARVATION, "label-1", script -> {
                    script.waits(seen(1, EXCLUSIVE, WAITING));
                    return turns(script, ENDLESS, 2);
                }));
    }

    static Stream<Row> nearMisses() {
        return Stream.of(
                new Row("nobody", StallKind.FREE, "", script -> script.word(0).looksFor(LONG)),
                new Row("never looked at", StallKind.FREE, "", script -> script),
                new Row(
                        "a circle that is younger than its hold, and not certain yet",
                        StallKind.HELD,
                        "",
                        script -> script.inside(seen(1, SHARED, WAITING))
                                .waits(seen(2, SHARED, WAITING))
                                .looksFor(Duration.ofMillis(20))
                                .waits(withThread(seen(3, EXCLUSIVE, WAITING), 1))
                                .looksFor(Duration.ofMillis(240))),
                new Row(
                        "a reader that nobody waits for",
                        StallKind.FREE,
                        "",
                        script -> script.inside(seen(1, SHARED, WAITING)).looksFor(VERY_LONG)),
                new Row(
                        "a writer waits for 5 ms",
                        StallKind.HELD,
                        "",
                        script -> script.word(0x1a)
                                .inside(seen(1, SHARED, RUNNABLE))
                                .waits(seen(2, EXCLUSIVE, TIMED_WAITING))
                                .lookAfter(Duration.ofMillis(1))
                                .lookAfter(Duration.ofMillis(4))),
                new Row(
                        "handed over, and about to run",
                        StallKind.MOVING,
                        "",
                        script -> script.waits(seen(1, EXCLUSIVE, RUNNABLE))
                                .waits(seen(2, EXCLUSIVE, WAITING))
                                .looksFor(LONG)),
                new Row(
                        "something begins all the time",
                        StallKind.MOVING,
                        "",
                        script -> script.busy(true)
                                .waits(seen(1, EXCLUSIVE, WAITING))
                                .looksFor(Duration.ofMillis(200))),
                new Row(
                        "one quiet look",
                        StallKind.MOVING,
                        "",
                        script -> script.waits(seen(1, EXCLUSIVE, WAITING)).lookAfter(Duration.ofMillis(20))),
                new Row(
                        "a pause of everybody",
                        StallKind.HELD,
                        "",
                        script -> script.inside(seen(1, EXCLUSIVE, WAITING))
                                .waits(seen(2, SHARED, WAITING))
                                .looksFor(Duration.ofMillis(40))
                                .lookAfter(Duration.ofSeconds(3))
                                .lookAfter(Duration.ofSeconds(3))),
                new Row(
                        "a holder that gets no processor",
                        StallKind.HELD,
                        "",
                        script -> script.inside(seen(1, EXCLUSIVE, RUNNABLE))
                                .waits(seen(2, SHARED, WAITING))
                                .looksFor(LONG)),
                new Row(
                        "a platform thread that has been woken and queues for a processor",
                        StallKind.MOVING,
                        "",
                        script -> script.waits(withPlatformThread(seen(1, SHARED, WAITING)))
                                .looksFor(LONG)),
                new Row("a wakeup that came late", StallKind.MOVING, "", script -> {
                    script.waits(seen(1, SHARED, WAITING)).looksFor(Duration.ofMillis(60));
                    return script.becomes(1, RUNNABLE).looksFor(Duration.ofMillis(20));
                }),
                new Row("a circle that a deadline opens", StallKind.HELD, "", script -> {
                    script.inside(withThread(seen(1, SHARED, WAITING), 7))
                            .waits(withThread(seen(3, SHARED, WAITING), 7));
                    script.leaves(1).goesIn(3).waits(seen(4, EXCLUSIVE, TIMED_WAITING));
                    return script.looksFor(Duration.ofMillis(20));
                }),
                new Row(
                        "a circle of a moment",
                        StallKind.HELD,
                        "",
                        script -> script.inside(withThread(seen(1, SHARED, WAITING), 7))
                                .waits(withThread(seen(2, EXCLUSIVE, TIMED_WAITING), 7))
                                .looksFor(Duration.ofMillis(200))),
                new Row(
                        "a second read that is awake",
                        StallKind.HELD,
                        "",
                        script -> script.inside(withThread(seen(1, SHARED, RUNNABLE), 7))
                                .waits(seen(2, EXCLUSIVE, WAITING))
                                .waits(withThread(seen(3, SHARED, RUNNABLE), 7))
                                .looksFor(LONG)),
                new Row("long, but everybody has a turn", StallKind.HELD, "", script -> {
                    for (int number = 1; number < 80; number++) {
                        script.waits(seen(number + 2, EXCLUSIVE, WAITING));
                        script.inside(seen(number, EXCLUSIVE, WAITING))
                                .looksFor(Duration.ofMillis(40))
                                .leaves(number);
                        script.givesUp(number + 2);
                    }
                    return script.inside(seen(99, EXCLUSIVE, RUNNABLE))
                            .waits(seen(100, SHARED, WAITING))
                            .looksFor(Duration.ofMillis(20));
                }),
                new Row("a long queue in order", StallKind.HELD, "", script -> {
                    script.waits(seen(1_000, EXCLUSIVE, WAITING));
                    return turns(script, ENDLESS, 2);
                }),
                new Row("overtaken, but not for long", StallKind.HELD, "", script -> {
                    script.waits(seen(1, EXCLUSIVE, WAITING));
                    return turns(script, VERY_LONG, 2);
                }),
                new Row("fails for long, with a success in between", StallKind.FREE, "", script -> {
                    for (int round = 0; round < 8; round++) {
                        for (int attempt = 1; attempt < 12; attempt++) {
                            script.fails(5, attempt * 20L).looksFor(Duration.ofMillis(20));
                        }
                        script.succeeds(5).looksFor(Duration.ofMillis(20));
                    }
                    return script;
                }),
                new Row(
                        "failed, and turned to something else",
                        StallKind.FREE,
                        "",
                        script -> script.fails(5, 500).looksFor(VERY_LONG)),
                new Row("a deadline of some milliseconds, and no processor", StallKind.FREE, "", script -> {
                    for (int attempt = 1; attempt < 100; attempt++) {
                        script.fails(5, attempt * 4L).looksFor(Duration.ofMillis(20));
                    }
                    return script;
                }));
    }

    @Test
    void explainsADeadlockByItsCircle() {
        Diagnosis diagnosis = new LookScript()
                .inside(withThread(seen(1, SHARED, WAITING), 7))
                .waits(seen(2, EXCLUSIVE, WAITING))
                .waits(withThread(seen(3, SHARED, WAITING), 7))
                .looksFor(LONG)
                .diagnosis();

        assertThat(diagnosis.forNanos()).isBetween(250_000_000L, 400_000_000L);
        assertThat(diagnosis.explanation().get("cycle"))
                .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
                .extracting(link -> List.of(
                        String.valueOf(link.get("thread")),
                        String.valueOf(link.get("waitsFor")),
                        String.valueOf(link.get("behind"))))
                .containsExactly(List.of("t-7", "shared", "t-2"), List.of("t-2", "exclusive", "t-7"));
    }

    @Test
    void countsWhatIsCertainAtOnceWhenTheNodeIsSilent() {
        LookScript circle = new LookScript()
                .inside(withThread(seen(1, SHARED, WAITING), 7))
                .waits(withThread(seen(2, EXCLUSIVE, WAITING), 7))
                .looksFor(Duration.ofMillis(60));

        assertThat(circle.diagnosis().kind()).isEqualTo(StallKind.HELD);
        assertThat(circle.diagnosisOfSilentNode(Duration.ofMillis(150)).kind()).isEqualTo(StallKind.DEADLOCK);
    }

    /** Readers that come and go between the looks, on a lock that is free whenever it is looked at. */
    private static LookScript passersBy(LookScript script, Duration time) {
        long number = 100;
        script.busy(true);
        for (long left = time.toMillis(); left > 0; left -= 20) {
            script.passes(number++).looksFor(Duration.ofMillis(20));
        }
        return script;
    }

    /** Somebody else is inside at each look, with rising numbers. */
    private static LookScript turns(LookScript script, Duration time, long firstNumber) {
        long number = firstNumber;
        for (long left = time.toMillis(); left > 0; left -= 20) {
            script.inside(seen(number, EXCLUSIVE, RUNNABLE))
                    .looksFor(Duration.ofMillis(20))
                    .leaves(number);
            number++;
        }
        return script.inside(seen(number, EXCLUSIVE, RUNNABLE)).looksFor(Duration.ofMillis(20));
    }
}
