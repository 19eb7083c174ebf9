package dev.gridlock.engine.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingTest {

    @Test
    void kindsAreFoundByTheirWireNames() {
        assertThat(FindingKind.wireNames())
                .containsExactly(
                        "lock-word-corruption",
                        "lost-wakeup",
                        "leaked-guard",
                        "deadlock",
                        "retry-livelock",
                        "long-holder",
                        "starvation",
                        "lock-stall",
                        "watchdog-restart",
                        "divergence",
                        "uncaught-exception");
        for (var kind : FindingKind.values()) {
            assertThat(FindingKind.byName(kind.wireName())).hasValue(kind);
        }
        assertThat(FindingKind.byName("Lost-Wakeup")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PASS,PASS,PASS",
        "PASS,INCONCLUSIVE,INCONCLUSIVE",
        "INCONCLUSIVE,FINDING,FINDING",
        "FINDING,PASS,FINDING",
        "BAD_INPUT,INCONCLUSIVE,BAD_INPUT"
    })
    void theGraverOfTwoVerdictsCounts(Verdict one, Verdict other, Verdict together) {
        assertThat(one.and(other)).isEqualTo(together);
        assertThat(other.and(one)).isEqualTo(together);
    }

    @Test
    void exitCodesAreThoseOfTheCommand() {
        assertThat(List.of(Verdict.values())).extracting(Verdict::exitCode).containsExactly(0, 1, 2, 3);
    }

    @Test
    void factsKeepTheirOrderAndAReplacedOneItsPlace() {
        var facts = new LinkedHashMap<String, String>();
        facts.put("word", "0x1");
        facts.put("update", "u-1");
        facts.put("app", "a");
        var evidence = new Evidence(facts, "prose").with("update", "u-2").with("start", "1");

        assertThat(evidence.facts().keySet()).containsExactly("word", "update", "app", "start");
        assertThat(evidence.fact("update")).hasValue("u-2");
        assertThat(evidence.fact("none")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0,0 ms",
        "999,999 ns",
        "212000,212 us",
        "58123456,58.1 ms",
        "1500000000,1.5 s",
        "100000000,100 ms",
        "5213400000,5.21 s",
        "-3000000,-3 ms",
        "123456000000,123 s"
    })
    void lengthsOfTimeAreRoundedForReading(long nanos, String text) {
        assertThat(TimeText.length(Duration.ofNanos(nanos))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"1242400000,1.242 s", "0,0.000 s", "-12500000,-0.013 s", "61000000000,61.000 s"})
    void instantsAreSecondsToTheMillisecond(long nanos, String text) {
        assertThat(TimeText.instant(Duration.ofNanos(nanos))).isEqualTo(text);
    }
}
