package dev.gridlock.engine.check.linear;

import java.util.List;

/** What a check came to. The worst is the answer for the whole: one part that fails is enough. */
public sealed interface Linearizability<I, O> {

    /** There is an order. */
    record Pass<I, O>() implements Linearizability<I, O> {}

    /**
     * There is none.
     *
     * @param part the part that has none
     * @param window what to look at: earlier operations that never completed, and then, in the order of invocation, all since
     *     the last instant at which none was open, up to the completion that first made every order impossible
     * @param culprit that one
     * @param before how many other operations of the part came before the window, all of which can be ordered
     */
    record Fail<I, O>(Object part, List<Call<I, O>> window, Call<I, O> culprit, int before)
            implements Linearizability<I, O> {

        public Fail {
            window = List.copyOf(window);
        }
    }

    /**
     * The budget ran out first.
     *
     * @param part where it ran out
     * @param ordered the most operations of that part that were put in order
     * @param of how many it has
     * @param steps what was spent, of the budget for all parts
     */
    record Unknown<I, O>(Object part, int ordered, int of, long steps) implements Linearizability<I, O> {}
}
