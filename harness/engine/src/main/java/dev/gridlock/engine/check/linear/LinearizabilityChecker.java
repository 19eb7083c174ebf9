package dev.gridlock.engine.check.linear;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides whether a history is linearizable with respect to a model (Herlihy and Wing, 1990), part by part.
 *
 * <p>The problem is NP-complete, so there is a budget, counted in steps of the model: that is the same on every machine. What grows
 * fastest is the number of ways to place operations that never completed, so a client that loses an answer should read before
 * it goes on. Thread-safe.
 */
public final class LinearizabilityChecker<S, I, O> {

    private final Model<S, I, O> model;
    private final long budget;

    /**
     * A checker.
     *
     * @param budget most steps of the model for one history, at least 1
     */
    public LinearizabilityChecker(Model<S, I, O> model, long budget) {
        if (budget < 1) {
            throw new IllegalArgumentException("a budget is at least one step, was " + budget);
        }
        this.model = model;
        this.budget = budget;
    }

    /**
     * Checks a history. A part that fails decides at once; a part that runs out of budget leaves the others unchecked.
     *
     * @param calls every operation, in any order; one that certainly had no effect must not be among them
     */
    public Linearizability<I, O> check(List<Call<I, O>> calls) {
        var budgetLeft = new Budget(budget);
        for (var part : parts(calls).entrySet()) {
            List<Call<I, O>> inOrder = part.getValue();
            switch (new Search<>(model, inOrder, budgetLeft).run()) {
                case ORDERED -> {}
                case IMPOSSIBLE -> {
                    return fail(part.getKey(), inOrder);
                }
                case OUT_OF_BUDGET -> {
                    return new Linearizability.Unknown<>(
                            part.getKey(), budgetLeft.mostOrdered(), inOrder.size(), budgetLeft.spent());
                }
            }
        }
        return new Linearizability.Pass<>();
    }

    private Map<Object, List<Call<I, O>>> parts(List<Call<I, O>> calls) {
        var parts = new LinkedHashMap<Object, List<Call<I, O>>>();
        calls.stream()
                .sorted(Comparator.comparingLong(Call::invoked))
                .forEach(call -> parts.computeIfAbsent(model.part(call.input()), absent -> new ArrayList<>())
                        .add(call));
        return parts;
    }

    /**
     * Narrows a failure down. What is not linearizable stays so when more happens later, so the completion that first makes
     * every order impossible is found by halving. The budget has been enough for the whole, so it is given anew to each prefix.
     */
    private Linearizability<I, O> fail(Object part, List<Call<I, O>> calls) {
        var completions = calls.stream()
                .filter(Call::isComplete)
                .sorted(Comparator.comparingLong(Call::completed))
                .toList();
        int possible = 0;
        int impossible = completions.size();
        while (impossible - possible > 1) {
            int middle = (possible + impossible) >>> 1;
            long until = completions.get(middle - 1).completed();
            // A prefix whose search is cut short is taken for possible: the window may be wider than it need be, not
            // wrong.
            var found = new Search<>(model, until(calls, until), new Budget(budget)).run();
            if (found == Search.Result.IMPOSSIBLE) {
                impossible = middle;
            } else {
                possible = middle;
            }
        }
        var culprit = completions.get(impossible - 1);
        var seen = calls.stream()
                .filter(call -> call.invoked() <= culprit.completed())
                .toList();
        int first = afterLastQuiet(seen, culprit);
        var window = new ArrayList<Call<I, O>>();
        seen.subList(0, first).stream().filter(call -> !call.isComplete()).forEach(window::add);
        int before = first - window.size();
        window.addAll(seen.subList(first, seen.size()));
        return new Linearizability.Fail<>(part, window, culprit, before);
    }

    /** What had been seen of the calls by an instant: those that had begun, open if they ended later. */
    private List<Call<I, O>> until(List<Call<I, O>> calls, long instant) {
        return calls.stream()
                .filter(call -> call.invoked() <= instant)
                .map(call -> call.completed() <= instant
                        ? call
                        : new Call<I, O>(call.client(), call.input(), Optional.empty(), call.invoked(), Call.NEVER))
                .toList();
    }

    /** Index of the first call after the last instant, before {@code culprit} began, at which none was open that ever completed. */
    private int afterLastQuiet(List<Call<I, O>> calls, Call<I, O> culprit) {
        int first = 0;
        long openUntil = Long.MIN_VALUE;
        for (int i = 0; i < calls.size() && calls.get(i).invoked() <= culprit.invoked(); i++) {
            var call = calls.get(i);
            if (call.isComplete()) {
                first = call.invoked() > openUntil ? i : first;
                openUntil = Math.max(openUntil, call.completed());
            }
        }
        return first;
    }
}
