package dev.gridlock.engine.check.transactions;

import dev.gridlock.engine.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Histories in short: transactions separated by {@code ;}, their operations by spaces. A transaction that begins with {@code !} failed,
 * with {@code ?} nobody knows. They are called T1, T2 and so on.
 */
final class ShortHistory {

    private ShortHistory() {}

    static <T> List<Transaction<T>> of(String text, Function<String, T> operation) {
        var transactions = new ArrayList<Transaction<T>>();
        for (String transaction : text.split(";", -1)) {
            String body = transaction.strip();
            Outcome outcome = switch (body.charAt(0)) {
                case '!' -> Outcome.FAILED;
                case '?' -> Outcome.INDETERMINATE;
                default -> Outcome.OK;
            };
            List<T> operations = Stream.of(body.replaceFirst("[!?]", "").strip().split(" "))
                    .map(operation)
                    .toList();
            transactions.add(new Transaction<>("T" + (transactions.size() + 1), operations, outcome));
        }
        return transactions;
    }
}
