package dev.gridlock.engine.check.linear.porcupine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.engine.check.linear.Call;
import dev.gridlock.engine.check.linear.KeyValueModel;
import dev.gridlock.engine.check.linear.Linearizability;
import dev.gridlock.engine.check.linear.LinearizabilityChecker;
import dev.gridlock.engine.check.linear.RegisterModel;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PorcupineFormatTest {

    private static final String REGISTER = """
            INFO  jepsen.core - starting
            INFO  jepsen.util - 0\t:invoke\t:write\t4
            INFO  jepsen.util - 1\t:invoke\t:read\tnil
            INFO  jepsen.util - 1\t:ok\t:read\tnil
            INFO  jepsen.util - 0\t:ok\t:write\t4
            INFO  jepsen.util - 2\t:invoke\t:cas\t[4 1]
            INFO  jepsen.util - 3\t:invoke\t:write\t2
            INFO  jepsen.util - 2\t:fail\t:cas\t[4 1]
            INFO  jepsen.util - 3\t:info\t:write\t:timed-out
            INFO  jepsen.util - 4\t:invoke\t:read\tnil
            INFO  jepsen.util - 4\t:fail\t:read\t:timed-out
            INFO  jepsen.util - 5\t:invoke\t:read\tnil
            INFO  jepsen.util - 5\t:ok\t:read\t%s
            INFO  jepsen.util - 6\t:invoke\t:write\t3
            """;

    @Test
    void aRegisterLogSaysWhatEndedHow() throws HistoryFormatException {
        assertThat(RegisterLog.read(REGISTER.formatted(2)))
                .containsExactlyInAnyOrder(
                        new Call<>("0", new RegisterModel.Write("4"), Optional.of(new RegisterModel.Written()), 2, 5),
                        new Call<>(
                                "1",
                                new RegisterModel.Read(),
                                Optional.of(new RegisterModel.Value(Optional.empty())),
                                3,
                                4),
                        new Call<>(
                                "2",
                                new RegisterModel.CompareAndSet("4", "1"),
                                Optional.of(new RegisterModel.Compared(false)),
                                6,
                                8),
                        new Call<>("3", new RegisterModel.Write("2"), Optional.empty(), 7, Call.NEVER),
                        new Call<>(
                                "5",
                                new RegisterModel.Read(),
                                Optional.of(new RegisterModel.Value(Optional.of("2"))),
                                12,
                                13),
                        new Call<>("6", new RegisterModel.Write("3"), Optional.empty(), 14, Call.NEVER));
    }

    @Test
    void itsAnswerIsKnown() throws HistoryFormatException {
        var checker = new LinearizabilityChecker<>(new RegisterModel(), 1_000);

        // The cas fails because the write of 2 came before it, which is why 4 cannot be read afterwards.
        assertThat(checker.check(RegisterLog.read(REGISTER.formatted(2)))).isInstanceOf(Linearizability.Pass.class);
        assertThat(checker.check(RegisterLog.read(REGISTER.formatted(4)))).isInstanceOf(Linearizability.Fail.class);
    }

    @Test
    void aKeyValueLogIsCheckedKeyByKey() throws HistoryFormatException {
        String log = """
                {:process 0, :type :invoke, :f :put, :key "4", :value "x 0 0 y"}
                {:process 1, :type :invoke, :f :append, :key "7", :value "x 1 0 y"}
                {:process 0, :type :ok, :f :put, :key "4", :value "x 0 0 y"}
                {:process 1, :type :ok, :f :append, :key "7", :value "x 1 0 y"}
                {:process 0, :type :invoke, :f :append, :key "4", :value "x 0 1 y"}
                {:process 1, :type :invoke, :f :get, :key "4", :value nil}
                {:process 1, :type :ok, :f :get, :key "4", :value "x 0 0 yx 0 1 y"}
                {:process 1, :type :invoke, :f :get, :key "4", :value nil}
                {:process 1, :type :ok, :f :get, :key "4", :value "%s"}
                """;
        var checker = new LinearizabilityChecker<>(new KeyValueModel(), 1_000);

        assertThat(checker.check(KeyValueLog.read(log.formatted("x 0 0 yx 0 1 y"))))
                .isInstanceOf(Linearizability.Pass.class);
        assertThat(checker.check(KeyValueLog.read(log.formatted("x 0 0 y"))))
                .isInstanceOfSatisfying(
                        Linearizability.Fail.class,
                        fail -> assertThat(fail.part()).isEqualTo("4"));
        assertThat(KeyValueLog.read(log).getLast().isComplete()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    INFO  jepsen.util - 0 :invoke :swap 4|found "INFO  jepsen.util - 0 :invoke :swap 4", expected a process, :invoke, :ok, :fail or :info, a function, a value
                    INFO  jepsen.util - 0 :ok :read 4|found the end of an operation of process 0, expected its invocation first
                    INFO  jepsen.util - 0 :invoke :write x|found x, expected a whole number
                    INFO  jepsen.util - 0 :invoke :cas 4|found 4, expected [from to]
                    """)
    void whatIsNotARegisterLogIsRefused(String line, String message) {
        assertThatThrownBy(() -> RegisterLog.read("\n" + line))
                .isInstanceOf(HistoryFormatException.class)
                .hasMessage("line 2: " + message);
    }

    @Test
    void whatIsNotAKeyValueLogIsRefused() {
        String get = "{:process 0, :type :invoke, :f :get, :key \"1\", :value nil}";

        assertThatThrownBy(() -> KeyValueLog.read(get + "\n" + get))
                .hasMessage(
                        "line 2: found an invocation by process 0, expected the end of the operation that it has open");
        for (String bad : List.of("{}", get.replace(":get", ":pop"), get + "x")) {
            assertThatThrownBy(() -> KeyValueLog.read(bad))
                    .hasMessage("line 1: found \"" + bad
                            + "\", expected {:process P, :type T, :f F, :key \"K\", :value V}");
        }
    }
}
