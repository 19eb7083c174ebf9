package dev.gridlock.engine.check.transactions;

import dev.gridlock.engine.check.transactions.Dependency.Kind;
import dev.gridlock.engine.check.transactions.ListOperation.Append;
import dev.gridlock.engine.check.transactions.ListOperation.Read;
import dev.gridlock.engine.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds anomalies among transactions that append to lists and read them. A list that was read tells the order of its versions, and
 * so every dependency between those who wrote and read them. Thread-safe: it has no state.
 */
public final class ListAppendChecker {

    /** A read as others see it: without what the reader itself had appended. */
    private record Seen(Transaction<ListOperation> reader, List<String> elements) {}

    /**
     * All anomalies, the gravest kind first; for circles at most one of each kind in each set of transactions that all depend on each
     * other.
     *
     * @param transactions of one history, in any order
     * @throws IllegalArgumentException if an element is appended twice to a list
     */
    public List<Anomaly> check(List<Transaction<ListOperation>> transactions) {
        var evidence = new Evidence();
        var writers = writers(transactions);
        var reads = new LinkedHashMap<String, List<Seen>>();
        for (var transaction : transactions) {
            if (transaction.outcome() == Outcome.OK) {
                readsOf(transaction, evidence)
                        .forEach((key, seen) -> reads.computeIfAbsent(key, absent -> new ArrayList<>())
                                .add(seen));
            }
        }
        var unread = committedAppends(transactions);
        reads.forEach((key, seen) -> judgeKey(key, seen, writers, unread.getOrDefault(key, Map.of()), evidence));
        return evidence.anomalies();
    }

    private static Writers<ListOperation> writers(List<Transaction<ListOperation>> transactions) {
        var writers = new Writers<ListOperation>();
        for (var transaction : transactions) {
            var last = new HashMap<String, String>();
            for (var operation : transaction.operations()) {
                if (operation instanceof Append(var key, var element)) {
                    last.put(key, element);
                }
            }
            for (var operation : transaction.operations()) {
                if (operation instanceof Append(var key, var element)) {
                    writers.add(transaction, key, element, element.equals(last.get(key)));
                }
            }
        }
        return writers;
    }

    private static Map<String, Map<String, Transaction<ListOperation>>> committedAppends(
            List<Transaction<ListOperation>> transactions) {
        var appends = new HashMap<String, Map<String, Transaction<ListOperation>>>();
        for (var transaction : transactions) {
            if (transaction.outcome() == Outcome.OK) {
                for (var operation : transaction.operations()) {
                    if (operation instanceof Append(var key, var element)) {
                        appends.computeIfAbsent(key, absent -> new LinkedHashMap<>())
                                .put(element, transaction);
                    }
                }
            }
        }
        return appends;
    }

    /** What a transaction saw of each list at first, and whether it went on seeing that and what it appended. */
    private static Map<String, Seen> readsOf(Transaction<ListOperation> transaction, Evidence evidence) {
        var seen = new LinkedHashMap<String, Seen>();
        var appended = new HashMap<String, List<String>>();
        for (var operation : transaction.operations()) {
            switch (operation) {
                case Append(var key, var element) ->
                    appended.computeIfAbsent(key, absent -> new ArrayList<>()).add(element);
                case Read(var key, var elements) -> {
                    var own = appended.getOrDefault(key, List.of());
                    int others = elements.size() - own.size();
                    boolean endsWithOwn = others >= 0
                            && elements.subList(others, elements.size()).equals(own);
                    var first = seen.get(key);
                    if (!endsWithOwn || (first != null && !first.elements().equals(elements.subList(0, others)))) {
                        evidence.found(
                                Anomaly.Kind.INTERNAL,
                                List.of(transaction.id()),
                                transaction.id() + " read " + elements + " of " + key
                                        + ", which is not what it had itself read and appended");
                    } else {
                        seen.putIfAbsent(key, new Seen(transaction, elements.subList(0, others)));
                    }
                }
            }
        }
        return seen;
    }

    private static void judgeKey(
            String key,
            List<Seen> reads,
            Writers<ListOperation> writers,
            Map<String, Transaction<ListOperation>> committed,
            Evidence evidence) {
        var longest = reads.getFirst();
        for (var read : reads) {
            longest = read.elements().size() > longest.elements().size() ? read : longest;
        }
        var order = longest.elements();
        for (var read : reads) {
            judgeElements(key, read, writers, evidence);
            if (!read.elements().equals(order.subList(0, read.elements().size()))) {
                evidence.found(
                        Anomaly.Kind.INCOMPATIBLE_ORDER,
                        List.of(read.reader().id(), longest.reader().id()),
                        read.reader().id() + " read " + read.elements() + " of " + key + ", which is no beginning of "
                                + order + ", which " + longest.reader().id() + " read");
            } else {
                dependenciesOf(read, key, order, writers, committed, evidence);
            }
        }
        for (int i = 1; i < order.size(); i++) {
            String before = order.get(i - 1);
            String after = order.get(i);
            writers.effective(key, before)
                    .ifPresent(first -> writers.effective(key, after)
                            .ifPresent(second -> evidence.depends(
                                    first,
                                    second,
                                    Kind.WW,
                                    key,
                                    "appended " + before + " to " + key + " before " + second.id() + " appended "
                                            + after)));
        }
    }

    private static void judgeElements(String key, Seen read, Writers<ListOperation> writers, Evidence evidence) {
        Set<String> met = new HashSet<>();
        for (int i = 0; i < read.elements().size(); i++) {
            String element = read.elements().get(i);
            boolean isVersion = i == read.elements().size() - 1;
            writers.of(key, element)
                    .ifPresentOrElse(
                            writing -> evidence.judge(read.reader(), key, element, writing, isVersion),
                            () -> evidence.garbage(read.reader(), key, element));
            if (!met.add(element)) {
                evidence.found(
                        Anomaly.Kind.DUPLICATE_ELEMENT,
                        List.of(read.reader().id()),
                        read.reader().id() + " read " + element + " twice in " + key);
            }
        }
    }

    private static void dependenciesOf(
            Seen read,
            String key,
            List<String> order,
            Writers<ListOperation> writers,
            Map<String, Transaction<ListOperation>> committed,
            Evidence evidence) {
        int length = read.elements().size();
        if (length > 0) {
            String last = read.elements().getLast();
            writers.effective(key, last)
                    .ifPresent(writer -> evidence.depends(
                            writer,
                            read.reader(),
                            Kind.WR,
                            key,
                            "appended " + last + " to " + key + ", which "
                                    + read.reader().id() + " read"));
        }
        if (length < order.size()) {
            String next = order.get(length);
            writers.effective(key, next).ifPresent(writer -> missed(read, writer, key, next, evidence));
        } else {
            // What took place and is in nobody's list came after the longest: the list only grows.
            committed.forEach((element, writer) -> {
                if (!order.contains(element)) {
                    missed(read, writer, key, element, evidence);
                }
            });
        }
    }

    private static void missed(
            Seen read, Transaction<ListOperation> writer, String key, String element, Evidence evidence) {
        evidence.depends(
                read.reader(), writer, Kind.RW, key, "read " + key + " before " + writer.id() + " appended " + element);
    }
}
