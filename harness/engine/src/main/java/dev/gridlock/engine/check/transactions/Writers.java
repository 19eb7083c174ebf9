package dev.gridlock.engine.check.transactions;

import dev.gridlock.engine.history.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Who wrote which value of which key, and whether it was the writer's last of that key. */
final class Writers<T> {

    record Slot(String key, String value) {}

    record Writing<T>(Transaction<T> by, boolean isLast) {}

    private final Map<Slot, Writing<T>> writings = new HashMap<>();

    /**
     * Notes a write.
     *
     * @throws IllegalArgumentException if the value has been written to the key before: then nobody can say who was read
     */
    void add(Transaction<T> by, String key, String value, boolean isLast) {
        var before = writings.putIfAbsent(new Slot(key, value), new Writing<>(by, isLast));
        if (before != null) {
            throw new IllegalArgumentException("found that " + before.by().id() + " and " + by.id() + " both write "
                    + value + " to " + key + ", expected each value once for a key");
        }
    }

    Optional<Writing<T>> of(String key, String value) {
        return Optional.ofNullable(writings.get(new Slot(key, value)));
    }

    /** Who wrote it and did not fail. */
    Optional<Transaction<T>> effective(String key, String value) {
        return of(key, value).map(Writing::by).filter(writer -> writer.outcome() != Outcome.FAILED);
    }
}
