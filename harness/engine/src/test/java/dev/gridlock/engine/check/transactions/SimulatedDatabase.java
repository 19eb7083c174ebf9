package dev.gridlock.engine.check.transactions;

import dev.gridlock.engine.check.transactions.ListOperation.Append;
import dev.gridlock.engine.check.transactions.ListOperation.Read;
import dev.gridlock.engine.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Carries out transactions on lists side by side, at one of three isolation levels. */
final class SimulatedDatabase {

    enum Level {
        /** One transaction after another. */
        SERIAL,
        /** Each sees the state as it began; of two that append to one list the second to end fails. */
        SNAPSHOT,
        /** Each read sees what has been committed by then; appends show when their transaction ends. */
        READ_COMMITTED
    }

    private static final class Running {
        final String id;
        final Map<String, List<String>> snapshot;
        final Map<String, List<String>> appended = new HashMap<>();
        final List<ListOperation> done = new ArrayList<>();
        final int length;

        Running(String id, Map<String, List<String>> snapshot, int length) {
            this.id = id;
            this.snapshot = snapshot;
            this.length = length;
        }
    }

    private final Level level;
    private final RandomGenerator random;
    private final Map<String, List<String>> committed = new HashMap<>();
    private final List<Running> running = new ArrayList<>();
    private final List<Transaction<ListOperation>> history = new ArrayList<>();
    private int started;
    private int elements;

    SimulatedDatabase(Level level, RandomGenerator random) {
        this.level = level;
        this.random = random;
    }

    List<Transaction<ListOperation>> run(int transactions) {
        int sideBySide = level == Level.SERIAL ? 1 : 5;
        while (history.size() < transactions) {
            if (running.size() < sideBySide) {
                running.add(new Running("T" + ++started, copy(committed), 1 + random.nextInt(4)));
            }
            var next = running.get(random.nextInt(running.size()));
            if (next.done.size() < next.length) {
                step(next);
            } else {
                running.remove(next);
                end(next);
            }
        }
        return history;
    }

    private void step(Running transaction) {
        String key = "k" + random.nextInt(4);
        if (random.nextBoolean()) {
            String element = "e" + ++elements;
            transaction
                    .appended
                    .computeIfAbsent(key, absent -> new ArrayList<>())
                    .add(element);
            transaction.done.add(new Append(key, element));
        } else if (mayRead(transaction, key)) {
            var base = level == Level.SNAPSHOT ? transaction.snapshot : committed;
            var seen = new ArrayList<>(base.getOrDefault(key, List.of()));
            seen.addAll(transaction.appended.getOrDefault(key, List.of()));
            transaction.done.add(new Read(key, seen));
        }
    }

    /** With committed reads a list may change while it is looked at twice, which the check of a transaction by itself would report. */
    private boolean mayRead(Running transaction, String key) {
        return level == Level.SNAPSHOT
                || transaction.done.stream().noneMatch(done -> done.key().equals(key));
    }

    private void end(Running transaction) {
        boolean conflict = level == Level.SNAPSHOT
                && transaction.appended.keySet().stream()
                        .anyMatch(key -> !committed
                                .getOrDefault(key, List.of())
                                .equals(transaction.snapshot.getOrDefault(key, List.of())));
        if (!conflict) {
            transaction.appended.forEach((key, added) ->
                    committed.computeIfAbsent(key, absent -> new ArrayList<>()).addAll(added));
        }
        history.add(new Transaction<>(transaction.id, transaction.done, conflict ? Outcome.FAILED : Outcome.OK));
    }

    private static Map<String, List<String>> copy(Map<String, List<String>> lists) {
        var copy = new HashMap<String, List<String>>();
        lists.forEach((key, list) -> copy.put(key, List.copyOf(list)));
        return copy;
    }
}
