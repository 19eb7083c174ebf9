package dev.gridlock.engine.check.linear;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * The search for an order: Wing and Gong, "Testing and verifying concurrent objects" (1993), with Lowe's memory of
 * configurations that led nowhere ("Testing for linearizability", 2017). It goes through invocations in the order of time and
 * takes each that the model allows as the next in the order; at the completion of an operation that has not been taken it
 * goes back.
 *
 * <p>An operation that never completed has no completion to be met, so the search may leave it out.
 */
final class Search<S, I, O> {

    enum Result {
        ORDERED,
        IMPOSSIBLE,
        OUT_OF_BUDGET
    }

    /** Index of the list's anchor: before the first event and after the last. */
    private static final int ANCHOR = 0;

    private record Taken<S>(int invocation, S before) {}

    private record Configuration<S>(TakenSet taken, S state) {}

    private final Model<S, I, O> model;
    private final List<Call<I, O>> calls;
    private final Budget budget;
    /** Events, from 1: the call, and for an invocation where its completion is, or 0 if it has none. */
    private final int[] call;

    private final boolean[] isInvocation;
    private final int[] completionOf;
    private final int[] next;
    private final int[] previous;

    /** @param calls in the order of their invocations */
    Search(Model<S, I, O> model, List<Call<I, O>> calls, Budget budget) {
        this.model = model;
        this.calls = calls;
        this.budget = budget;
        var events = events(calls);
        int length = events.size() + 1;
        call = new int[length];
        isInvocation = new boolean[length];
        completionOf = new int[length];
        next = new int[length];
        previous = new int[length];
        var invocationOf = new int[calls.size()];
        for (int event = 1; event < length; event++) {
            var which = events.get(event - 1);
            call[event] = which.call();
            isInvocation[event] = which.isInvocation();
            if (which.isInvocation()) {
                invocationOf[which.call()] = event;
            } else {
                completionOf[invocationOf[which.call()]] = event;
            }
        }
        for (int event = 0; event < length; event++) {
            next[event] = event + 1 == length ? ANCHOR : event + 1;
            previous[event] = event == 0 ? length - 1 : event - 1;
        }
    }

    private record Event(int call, boolean isInvocation, long at) {}

    /** Of two events at one instant the invocation comes first: the two operations may overlap. */
    private static <I, O> List<Event> events(List<Call<I, O>> calls) {
        var events = new ArrayList<Event>();
        for (int i = 0; i < calls.size(); i++) {
            events.add(new Event(i, true, calls.get(i).invoked()));
            if (calls.get(i).isComplete()) {
                events.add(new Event(i, false, calls.get(i).completed()));
            }
        }
        events.sort(Comparator.comparingLong(Event::at).thenComparing(Event::isInvocation, Comparator.reverseOrder()));
        return events;
    }

    Result run() {
        budget.beginSearch();
        int toOrder = (int) calls.stream().filter(Call::isComplete).count();
        var seen = new HashSet<Configuration<S>>();
        var order = new ArrayDeque<Taken<S>>();
        var taken = new TakenSet();
        S state = model.initial();
        int event = next[ANCHOR];
        while (toOrder > 0) {
            if (event != ANCHOR && isInvocation[event]) {
                if (!budget.spend()) {
                    return Result.OUT_OF_BUDGET;
                }
                var which = calls.get(call[event]);
                Optional<S> after = model.step(state, which.input(), which.output());
                var with = after.isPresent() ? taken.with(call[event]) : taken;
                if (after.isPresent() && seen.add(new Configuration<>(with, after.get()))) {
                    order.push(new Taken<>(event, state));
                    state = after.get();
                    taken = with;
                    takeOut(event);
                    toOrder -= which.isComplete() ? 1 : 0;
                    budget.ordered(order.size());
                    event = next[ANCHOR];
                } else {
                    event = next[event];
                }
            } else if (order.isEmpty()) {
                return Result.IMPOSSIBLE;
            } else {
                var last = order.pop();
                state = last.before();
                taken = taken.without(call[last.invocation()]);
                putBack(last.invocation());
                toOrder += calls.get(call[last.invocation()]).isComplete() ? 1 : 0;
                event = next[last.invocation()];
            }
        }
        return Result.ORDERED;
    }

    private void takeOut(int invocation) {
        unlink(invocation);
        if (completionOf[invocation] != ANCHOR) {
            unlink(completionOf[invocation]);
        }
    }

    private void unlink(int event) {
        next[previous[event]] = next[event];
        previous[next[event]] = previous[event];
    }

    /** Undoes the latest {@link #takeOut}, so what was taken out still knows its neighbours. */
    private void putBack(int invocation) {
        if (completionOf[invocation] != ANCHOR) {
            link(completionOf[invocation]);
        }
        link(invocation);
    }

    private void link(int event) {
        next[previous[event]] = event;
        previous[next[event]] = event;
    }
}
