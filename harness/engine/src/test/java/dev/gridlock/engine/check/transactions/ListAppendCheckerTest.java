package dev.gridlock.engine.check.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.engine.check.transactions.Anomaly.Kind;
import dev.gridlock.engine.check.transactions.ListOperation.Append;
import dev.gridlock.engine.check.transactions.ListOperation.Read;
import dev.gridlock.engine.history.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListAppendCheckerTest {

    /** {@code x+1} appends 1 to x, {@code x=12} reads 1 and 2 of x, {@code x=} reads nothing. */
    private static ListOperation operation(String text) {
        String key = text.substring(0, 1);
        String rest = text.substring(2);
        return text.charAt(1) == '+'
                ? new Append(key, rest)
                : new Read(key, rest.isEmpty() ? List.of() : Arrays.asList(rest.split("")));
    }

    private static List<Anomaly> check(String history) {
        return new ListAppendChecker().check(ShortHistory.of(history, ListAppendCheckerTest::operation));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    x+1; x=1 x+2; x=12                              | none
                    x+1 y+1; x=1 y=1                                | none
                    x=; x+1; x=1                                    | none
                    !x+1; x=                                        | none
                    ?x+1; x=                                        | none
                    ?x+1; x=1                                       | none
                    x+1 x=1 x+2 x=12; x=12                          | none
                    x+1 x+2; x=12                                   | none
                    x+1 y+1; x+2 y+2; x=12 y=12                     | none
                    x=7                                             | garbage-read: T1
                    x+1; x=11                                       | duplicate-element: T2
                    x+1; x+2; x=12; x=21                            | incompatible-order: T4 T3
                    x+1 x=                                          | internal: T1
                    x+1; x=1 x=; x=1                                | internal: T2
                    x+1 y+1; x+2 y+2; x=12 y=21                     | G0: T2 T1
                    !x+1; x=1                                       | G1a: T1 T2
                    x+1 x+2; x=1; x=12                              | G1b: T1 T2
                    x+1 y=1; y+1 x=1                                | G1c: T2 T1
                    x+1 y+1; x=1 y=; x=1 y=1                        | G-single: T2 T1
                    x= y=1; x+1; x=1 y+1                            | G-single: T1 T2 T3
                    x= y+1; y= x+1; x=1 y=1                         | G2-item: T1 T2
                    x= y+1; y= x+1                                  | G2-item: T1 T2
                    """)
    void eachHistoryHasItsAnomalies(String history, String expected) {
        var found = check(history).stream()
                .map(anomaly -> anomaly.kind().notation() + ": " + String.join(" ", anomaly.transactions()))
                .toList();

        assertThat(found.isEmpty() ? List.of("none") : found).contains(expected);
        // Who reads what was overwritten has also missed what came after.
        if (!expected.startsWith("G0") && !expected.startsWith("G1b")) {
            assertThat(found.size()).as("%s", found).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void aCircleIsExplainedStepByStep() {
        assertThat(check("x+1 y+1; x=1 y=; x=1 y=1")).singleElement().satisfies(anomaly -> {
            assertThat(anomaly.kind().ruledOutBy()).isEqualTo("snapshot isolation");
            assertThat(anomaly.explanation())
                    .isEqualTo("T2 read y before T1 appended 1 (rw), T1 appended 1 to x, which T2 read (wr):"
                            + " no order of these transactions explains it");
        });
    }

    @Test
    void anElementThatIsAppendedTwiceIsRefused() {
        assertThatThrownBy(() -> check("x+1; x+1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("found that T1 and T2 both write 1 to x, expected each value once for a key");
    }

    @Test
    void aLongChainIsNoCircleAndClosingItIsOne() {
        var chain = new ArrayList<Transaction<ListOperation>>();
        var all = new ArrayList<String>();
        for (int i = 0; i < 3_000; i++) {
            all.add("e" + i);
            chain.add(new Transaction<>("T" + i, List.of(new Append("x", "e" + i)), Outcome.OK));
        }
        chain.add(new Transaction<>("reader", List.of(new Read("x", all), new Append("y", "1")), Outcome.OK));
        assertThat(new ListAppendChecker().check(chain)).isEmpty();

        chain.set(0, new Transaction<>("T0", List.of(new Append("x", "e0"), new Read("y", List.of("1"))), Outcome.OK));
        assertThat(new ListAppendChecker().check(chain))
                .extracting(Anomaly::kind)
                .containsExactly(Kind.G1C);
    }
}
