package dev.gridlock.engine.check.transactions;

import dev.gridlock.engine.history.Outcome;
import java.util.List;

/**
 * One transaction as its client saw it.
 *
 * @param id unique in the history
 * @param operations in the order in which they were carried out
 * @param outcome whether it took place; reads of one that is not {@code OK} are not looked at
 * @param <T> the kind of operation
 */
public record Transaction<T>(String id, List<T> operations, Outcome outcome) {

    /** Copies the list. */
    public Transaction {
        operations = List.copyOf(operations);
    }
}
