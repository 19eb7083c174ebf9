package dev.gridlock.engine.check.linear;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Draws histories that are linearizable, because each operation is carried out at one instant while it is open. */
final class Histories {

    private Histories() {}

    private record Pending<I>(int client, I input, long invoked, long effect, long completed, boolean known) {}

    /**
     * A history of clients that each have one operation open at a time.
     *
     * @param lostOneIn one operation of so many never completes; half of those take effect all the same
     * @param answer what the object answers in a state
     */
    static <S, I, O> List<Call<I, O>> legal(
            Model<S, I, O> model,
            int clients,
            int operations,
            int lostOneIn,
            Function<RandomGenerator, I> input,
            BiFunction<S, I, O> answer,
            RandomGenerator random) {
        var pending = new ArrayList<Pending<I>>();
        var free = new long[clients];
        var generation = new int[clients];
        for (int i = 0; i < operations; i++) {
            int client = earliest(free);
            long invoked = free[client] + 1 + random.nextInt(10);
            long effect = invoked + random.nextInt(20);
            long completed = effect + random.nextInt(20);
            boolean known = random.nextInt(lostOneIn) != 0;
            if (!known && random.nextBoolean()) {
                effect = Long.MAX_VALUE;
            }
            pending.add(new Pending<>(
                    client + clients * generation[client], input.apply(random), invoked, effect, completed, known));
            // A client whose operation has no end goes on as a new client.
            generation[client] += known ? 0 : 1;
            free[client] = completed;
        }
        pending.sort(Comparator.comparingLong(Pending::effect));
        var calls = new ArrayList<Call<I, O>>();
        S state = model.initial();
        for (var operation : pending) {
            String client = "c" + operation.client();
            if (operation.effect() == Long.MAX_VALUE) {
                calls.add(new Call<>(client, operation.input(), Optional.empty(), operation.invoked(), Call.NEVER));
                continue;
            }
            O output = answer.apply(state, operation.input());
            state = model.step(state, operation.input(), Optional.of(output)).orElseThrow();
            calls.add(
                    operation.known()
                            ? new Call<>(
                                    client,
                                    operation.input(),
                                    Optional.of(output),
                                    operation.invoked(),
                                    operation.completed())
                            : new Call<>(client, operation.input(), Optional.empty(), operation.invoked(), Call.NEVER));
        }
        return calls;
    }

    private static int earliest(long[] free) {
        int earliest = 0;
        for (int i = 1; i < free.length; i++) {
            earliest = free[i] < free[earliest] ? i : earliest;
        }
        return earliest;
    }

    static RegisterModel.Input registerInput(RandomGenerator random) {
        String value = Integer.toString(random.nextInt(5));
        return switch (random.nextInt(3)) {
            case 0 -> new RegisterModel.Read();
            case 1 -> new RegisterModel.Write(value);
            default -> new RegisterModel.CompareAndSet(Integer.toString(random.nextInt(5)), value);
        };
    }

    static RegisterModel.Output registerAnswer(Optional<String> state, RegisterModel.Input input) {
        return switch (input) {
            case RegisterModel.Read() -> new RegisterModel.Value(state);
            case RegisterModel.Write(var _) -> new RegisterModel.Written();
            case RegisterModel.CompareAndSet(var from, var _) ->
                new RegisterModel.Compared(state.equals(Optional.of(from)));
        };
    }

    /** Whether some order of some of the calls, all completed ones among them, is possible: by trying every one. */
    static <S, I, O> boolean isLinearizableByTrial(Model<S, I, O> model, List<Call<I, O>> calls) {
        return tryAll(model, model.initial(), new ArrayList<>(calls));
    }

    private static <S, I, O> boolean tryAll(Model<S, I, O> model, S state, List<Call<I, O>> left) {
        if (left.stream().noneMatch(Call::isComplete)) {
            return true;
        }
        for (var next : List.copyOf(left)) {
            boolean isFirst = left.stream().noneMatch(other -> other.completed() < next.invoked());
            Optional<S> after = model.step(state, next.input(), next.output());
            if (isFirst && after.isPresent()) {
                var rest = new ArrayList<>(left);
                rest.remove(next);
                if (tryAll(model, after.get(), rest)) {
                    return true;
                }
            }
        }
        return false;
    }
}
