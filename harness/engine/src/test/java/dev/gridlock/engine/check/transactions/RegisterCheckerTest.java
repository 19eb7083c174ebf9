package dev.gridlock.engine.check.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.engine.check.transactions.RegisterOperation.Read;
import dev.gridlock.engine.check.transactions.RegisterOperation.Write;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegisterCheckerTest {

    /** {@code x:1} writes 1 to x, {@code x=1} reads it, {@code x=} reads nothing. */
    private static RegisterOperation operation(String text) {
        String key = text.substring(0, 1);
        String rest = text.substring(2);
        return text.charAt(1) == ':'
                ? new Write(key, rest)
                : new Read(key, rest.isEmpty() ? Optional.empty() : Optional.of(rest));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    x:1; x=1 x:2; x=2                               | none
                    x=; x:1; x=1                                    | none
                    x:1; x:2; x=1; x=2                              | none
                    ?x:1; x=1                                       | none
                    !x:1; x=                                        | none
                    x:1 x=1 x:2 x=2; x=2                            | none
                    x=7                                             | garbage-read: T1
                    x:1 x=2; x:2                                    | internal: T1
                    x:1; x=1 x=                                     | internal: T2
                    !x:1; x=1                                       | G1a: T1 T2
                    x:1 x:2; x=1                                    | G1b: T1 T2
                    x:1 y=1; y:1 x=1                                | G1c: T1 T2
                    x:1 y:1; x=1 y=                                 | G-single: T2 T1
                    x:1; x=1 x:2; x=1 x:3                           | lost-update: T2 T3
                    x= y:1; y= x:1                                  | G2-item: T1 T2
                    x=2 x:1; x=1 x:2                                | G0: T2 T1
                    """)
    void eachHistoryHasItsAnomalies(String history, String expected) {
        var found = new RegisterChecker()
                .check(ShortHistory.of(history, RegisterCheckerTest::operation)).stream()
                        .map(anomaly -> anomaly.kind().notation() + ": " + String.join(" ", anomaly.transactions()))
                        .toList();

        assertThat(found.isEmpty() ? List.of("none") : found).contains(expected);
        if (!expected.startsWith("G0") && !expected.startsWith("lost-update")) {
            assertThat(found.size()).as("%s", found).isLessThanOrEqualTo(1);
        }
    }
}
