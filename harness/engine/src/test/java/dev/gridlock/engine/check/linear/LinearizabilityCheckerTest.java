package dev.gridlock.engine.check.linear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.engine.check.linear.RegisterModel.CompareAndSet;
import dev.gridlock.engine.check.linear.RegisterModel.Input;
import dev.gridlock.engine.check.linear.RegisterModel.Output;
import dev.gridlock.engine.check.linear.RegisterModel.Read;
import dev.gridlock.engine.check.linear.RegisterModel.Value;
import dev.gridlock.engine.check.linear.RegisterModel.Write;
import dev.gridlock.engine.check.linear.RegisterModel.Written;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LinearizabilityCheckerTest {

    private static final long AMPLE = 10_000_000;

    private static final RegisterModel REGISTER = new RegisterModel();

    private static Call<Input, Output> write(String value, long from, long to) {
        return new Call<>("w" + value, new Write(value), Optional.of(new Written()), from, to);
    }

    private static Call<Input, Output> read(String value, long from, long to) {
        return new Call<>("r" + from, new Read(), Optional.of(new Value(Optional.of(value))), from, to);
    }

    private static Call<Input, Output> lost(Input input, long from) {
        return new Call<>("l" + from, input, Optional.empty(), from, Call.NEVER);
    }

    private static Linearizability<Input, Output> check(List<Call<Input, Output>> calls) {
        return new LinearizabilityChecker<>(REGISTER, AMPLE).check(calls);
    }

    @Test
    void operationsThatOverlapMayBeInEitherOrder() {
        assertThat(check(List.of(write("1", 0, 10), write("2", 5, 15), read("1", 20, 30))))
                .isInstanceOf(Linearizability.Pass.class);
        assertThat(check(List.of(write("1", 0, 10), write("2", 5, 15), read("2", 20, 30))))
                .isInstanceOf(Linearizability.Pass.class);
        // at one instant they overlap still
        assertThat(check(List.of(write("1", 0, 10), write("2", 10, 15), read("1", 20, 30))))
                .isInstanceOf(Linearizability.Pass.class);
    }

    @Test
    void whatIsOverIsOver() {
        assertThat(check(List.of(write("1", 0, 10), write("2", 11, 15), read("1", 20, 30))))
                .isInstanceOf(Linearizability.Fail.class);
    }

    @Test
    void aReadMayNotGoBackBehindAnotherRead() {
        assertThat(check(List.of(write("1", 0, 1), write("2", 5, 50), read("2", 10, 15), read("1", 20, 25))))
                .isInstanceOf(Linearizability.Fail.class);
        assertThat(check(List.of(write("1", 0, 1), write("2", 5, 50), read("1", 10, 15), read("2", 20, 25))))
                .isInstanceOf(Linearizability.Pass.class);
    }

    @Test
    void whatNeverCompletedMayTakeEffectLateOrNotAtAll() {
        assertThat(check(List.of(write("1", 0, 1), lost(new Write("2"), 2), read("1", 10, 15), read("2", 20, 25))))
                .isInstanceOf(Linearizability.Pass.class);
        assertThat(check(List.of(write("1", 0, 1), lost(new Write("2"), 2), read("1", 10, 15))))
                .isInstanceOf(Linearizability.Pass.class);
        assertThat(check(List.of(write("1", 0, 1), lost(new Write("2"), 12), read("2", 5, 10))))
                .isInstanceOf(Linearizability.Fail.class);
        assertThat(check(List.of(
                        write("1", 0, 1), lost(new CompareAndSet("1", "7"), 2), read("7", 5, 10), read("1", 11, 12))))
                .isInstanceOf(Linearizability.Fail.class);
    }

    @Test
    void aFailureNamesTheWindowAndTheCompletionThatDecided() {
        var early = List.of(write("1", 0, 10), read("1", 11, 12));
        var lost = lost(new Write("9"), 13);
        var wide = write("2", 20, 60);
        var fresh = read("2", 25, 30);
        var stale = read("1", 35, 40);
        var calls = new ArrayList<>(early);
        calls.addAll(List.of(lost, wide, fresh, stale, read("2", 70, 80)));
        Collections.shuffle(calls, new Random(4));

        assertThat(new LinearizabilityChecker<>(REGISTER, AMPLE).check(calls))
                .isEqualTo(new Linearizability.Fail<>("", List.of(lost, wide, fresh, stale), stale, 2));
    }

    @Test
    void theCheckerAgreesWithTryingEveryOrder() {
        int failures = 0;
        for (long seed = 1; seed <= 3_000; seed++) {
            var random = new SplittableRandom(seed);
            var calls =
                    Histories.legal(REGISTER, 3, 7, 20, Histories::registerInput, Histories::registerAnswer, random);
            if (random.nextBoolean()) {
                spoil(calls, random);
            }
            boolean linearizable = Histories.isLinearizableByTrial(REGISTER, calls);
            failures += linearizable ? 0 : 1;
            assertThat(new LinearizabilityChecker<>(REGISTER, AMPLE).check(calls) instanceof Linearizability.Pass)
                    .as("seed %d: %s", seed, calls)
                    .isEqualTo(linearizable);
        }
        assertThat(failures).isBetween(300, 1_500);
    }

    @Test
    void theWindowOfAFailureFailsAndEndsAtTheEarliestInstant() {
        int windows = 0;
        for (long seed = 1; seed <= 400; seed++) {
            var random = new SplittableRandom(seed);
            var calls =
                    Histories.legal(REGISTER, 3, 8, 20, Histories::registerInput, Histories::registerAnswer, random);
            spoil(calls, random);
            if (new LinearizabilityChecker<>(REGISTER, AMPLE).check(calls)
                    instanceof Linearizability.Fail<Input, Output> fail) {
                windows++;
                long end = fail.culprit().completed();
                assertThat(Histories.isLinearizableByTrial(REGISTER, seenBy(calls, end)))
                        .as("seed %d", seed)
                        .isFalse();
                assertThat(Histories.isLinearizableByTrial(REGISTER, seenBy(calls, end - 1)))
                        .as("seed %d", seed)
                        .isTrue();
                assertThat(fail.window()).contains(fail.culprit());
                assertThat(fail.before() + fail.window().size()).isEqualTo((int)
                        calls.stream().filter(call -> call.invoked() <= end).count());
            }
        }
        assertThat(windows).isGreaterThan(50);
    }

    private static List<Call<Input, Output>> seenBy(List<Call<Input, Output>> calls, long instant) {
        return calls.stream()
                .filter(call -> call.invoked() <= instant)
                .map(call -> call.completed() <= instant ? call : lost(call.input(), call.invoked()))
                .toList();
    }

    /** Lets one read answer something else. */
    private static void spoil(List<Call<Input, Output>> calls, RandomGenerator random) {
        int from = random.nextInt(calls.size());
        for (int i = 0; i < calls.size(); i++) {
            var call = calls.get((from + i) % calls.size());
            if (call.input() instanceof Read && call.isComplete()) {
                var other = new Value(Optional.of(Integer.toString(random.nextInt(5))));
                calls.set(
                        (from + i) % calls.size(),
                        new Call<>(call.client(), call.input(), Optional.of(other), call.invoked(), call.completed()));
                return;
            }
        }
    }

    @Test
    void longHistoriesOfManyKeysPassAndOneWrongAnswerIsFound() {
        var model = new KeyValueModel();
        for (long seed = 1; seed <= 5; seed++) {
            var random = new SplittableRandom(seed);
            var calls = Histories.legal(
                    model,
                    10,
                    5_000,
                    1_000,
                    source -> {
                        String key = Integer.toString(source.nextInt(10));
                        String value = "x" + source.nextInt(100);
                        return switch (source.nextInt(3)) {
                            case 0 -> new KeyValueModel.Get(key);
                            case 1 -> new KeyValueModel.Put(key, value);
                            default -> new KeyValueModel.Append(key, value);
                        };
                    },
                    (state, input) -> input instanceof KeyValueModel.Get ? state : "",
                    random);
            // The states of the model are those of one key, so answers of a store have to be drawn key by key.
            var byKey = new KeyedStore(calls);
            var checker = new LinearizabilityChecker<>(model, AMPLE);
            assertThat(checker.check(byKey.calls())).isInstanceOf(Linearizability.Pass.class);

            var spoilt = byKey.withOneWrongGet(random);
            assertThat(checker.check(spoilt.calls()))
                    .isInstanceOfSatisfying(
                            Linearizability.Fail.class,
                            fail -> assertThat(fail.part()).isEqualTo(spoilt.key()));
        }
    }

    @Test
    void theBudgetIsKeptAndHowFarItGotIsTold() {
        var calls = Histories.legal(
                REGISTER, 30, 600, 20, Histories::registerInput, Histories::registerAnswer, new SplittableRandom(1));

        assertThat(new LinearizabilityChecker<>(REGISTER, 200).check(calls))
                .isInstanceOfSatisfying(Linearizability.Unknown.class, unknown -> {
                    assertThat(unknown.steps()).isEqualTo(200);
                    assertThat(unknown.of()).isEqualTo(600);
                    assertThat(unknown.ordered()).isBetween(1, 200);
                });
        assertThatThrownBy(() -> new LinearizabilityChecker<>(REGISTER, 0))
                .hasMessage("a budget is at least one step, was 0");
        assertThatThrownBy(() -> write("1", 5, 4)).hasMessage("an operation of w1 ends at 4, before it begins at 5");
    }

    @Test
    void aSetIsReadAsAWhole() {
        var set = new LinearizabilityChecker<>(new SetModel(), AMPLE);
        var addA = new Call<SetModel.Input, SetModel.Output>(
                "a", new SetModel.Add("a"), Optional.of(new SetModel.Truth(true)), 0, 10);
        var addB = new Call<SetModel.Input, SetModel.Output>(
                "b", new SetModel.Add("b"), Optional.of(new SetModel.Truth(true)), 0, 10);

        assertThat(set.check(List.of(addA, addB, elements(2, 8, "a"), elements(11, 12, "a", "b"))))
                .isInstanceOf(Linearizability.Pass.class);
        // one sees a without b, the other b without a
        assertThat(set.check(List.of(addA, addB, elements(2, 8, "a"), elements(3, 8, "b"))))
                .isInstanceOf(Linearizability.Fail.class);
        var again = new Call<SetModel.Input, SetModel.Output>(
                "c", new SetModel.Add("a"), Optional.of(new SetModel.Truth(true)), 20, 30);
        var removed =
                new Call<SetModel.Input, SetModel.Output>("d", new SetModel.Remove("a"), Optional.empty(), 12, 13);
        assertThat(set.check(List.of(addA, again))).isInstanceOf(Linearizability.Fail.class);
        assertThat(set.check(List.of(addA, removed, again))).isInstanceOf(Linearizability.Pass.class);
        var contains = new Call<SetModel.Input, SetModel.Output>(
                "e", new SetModel.Contains("a"), Optional.of(new SetModel.Truth(false)), 14, 15);
        assertThat(set.check(List.of(addA, contains))).isInstanceOf(Linearizability.Fail.class);
        assertThat(set.check(List.of(addA, removed, contains, again))).isInstanceOf(Linearizability.Pass.class);
    }

    private static Call<SetModel.Input, SetModel.Output> elements(long from, long to, String... elements) {
        return new Call<>(
                "r" + from, new SetModel.Elements(), Optional.of(new SetModel.All(Set.of(elements))), from, to);
    }

    @Test
    void aQueueGivesInTheOrderItWasGiven() {
        var queue = new LinearizabilityChecker<>(new QueueModel(), AMPLE);
        var first = enqueue("1", 0, 10);
        var second = enqueue("2", 11, 20);

        assertThat(queue.check(List.of(first, second, dequeue("1", 30, 40), dequeue("2", 50, 60), dequeue("", 70, 80))))
                .isInstanceOf(Linearizability.Pass.class);
        assertThat(queue.check(List.of(first, second, dequeue("2", 30, 40)))).isInstanceOf(Linearizability.Fail.class);
        assertThat(queue.check(List.of(first, second, dequeue("1", 30, 40), dequeue("1", 50, 60))))
                .isInstanceOf(Linearizability.Fail.class);
        assertThat(queue.check(List.of(first, dequeue("", 12, 14)))).isInstanceOf(Linearizability.Fail.class);
        assertThat(queue.check(List.of(first, dequeue("", 5, 14)))).isInstanceOf(Linearizability.Pass.class);
    }

    private static Call<QueueModel.Input, QueueModel.Output> enqueue(String element, long from, long to) {
        return new Call<>("e", new QueueModel.Enqueue(element), Optional.of(new QueueModel.Enqueued()), from, to);
    }

    private static Call<QueueModel.Input, QueueModel.Output> dequeue(String element, long from, long to) {
        Optional<String> answer = element.isEmpty() ? Optional.empty() : Optional.of(element);
        return new Call<>("d", new QueueModel.Dequeue(), Optional.of(new QueueModel.Dequeued(answer)), from, to);
    }
}
