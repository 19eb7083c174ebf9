package dev.gridlock.engine.check.transactions;

import dev.gridlock.engine.check.transactions.Dependency.Kind;
import dev.gridlock.engine.check.transactions.RegisterOperation.Read;
import dev.gridlock.engine.check.transactions.RegisterOperation.Write;
import dev.gridlock.engine.history.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds anomalies among transactions that read and write registers. A register forgets, so less can be known than from lists: the
 * empty value came before every other, and what a transaction read of a register before it wrote it came directly before what it
 * wrote. Thread-safe: it has no state.
 */
public final class RegisterChecker {

    /** What a transaction did with one register, as others see it. */
    private record Touch(
            Transaction<RegisterOperation> by, Optional<Optional<String>> read, Optional<String> written) {}

    /**
     * All anomalies, the gravest kind first; for circles at most one of each kind in each set of transactions that all depend on each
     * other.
     *
     * @param transactions of one history, in any order
     * @throws IllegalArgumentException if a value is written twice to a register
     */
    public List<Anomaly> check(List<Transaction<RegisterOperation>> transactions) {
        var evidence = new Evidence();
        var writers = new Writers<RegisterOperation>();
        var touches = new LinkedHashMap<String, List<Touch>>();
        for (var transaction : transactions) {
            var byKey = touchesOf(transaction, evidence);
            noteWrites(transaction, byKey, writers);
            byKey.forEach((key, touch) ->
                    touches.computeIfAbsent(key, absent -> new ArrayList<>()).add(touch));
        }
        touches.forEach((key, ofKey) -> judgeKey(key, ofKey, writers, evidence));
        return evidence.anomalies();
    }

    private static void noteWrites(
            Transaction<RegisterOperation> transaction, Map<String, Touch> byKey, Writers<RegisterOperation> writers) {
        for (var operation : transaction.operations()) {
            if (operation instanceof Write(var key, var value)) {
                boolean isLast =
                        Objects.requireNonNull(byKey.get(key)).written().equals(Optional.of(value));
                writers.add(transaction, key, value, isLast);
            }
        }
    }

    private static Map<String, Touch> touchesOf(Transaction<RegisterOperation> transaction, Evidence evidence) {
        var touches = new LinkedHashMap<String, Touch>();
        var known = new HashMap<String, Optional<String>>();
        for (var operation : transaction.operations()) {
            var before =
                    touches.getOrDefault(operation.key(), new Touch(transaction, Optional.empty(), Optional.empty()));
            switch (operation) {
                case Write(var key, var value) -> {
                    known.put(key, Optional.of(value));
                    touches.put(key, new Touch(transaction, before.read(), Optional.of(value)));
                }
                case Read(var key, var value) -> {
                    if (transaction.outcome() != Outcome.OK) {
                        continue;
                    }
                    var expected = known.putIfAbsent(key, value);
                    if (expected == null) {
                        touches.put(key, new Touch(transaction, Optional.of(value), before.written()));
                    } else if (!expected.equals(value)) {
                        evidence.found(
                                Anomaly.Kind.INTERNAL,
                                List.of(transaction.id()),
                                transaction.id() + " read " + value.orElse("nothing") + " of " + key + ", expected "
                                        + expected.orElse("nothing") + " after what it had itself read and written");
                    }
                }
            }
        }
        return touches;
    }

    private static void judgeKey(
            String key, List<Touch> touches, Writers<RegisterOperation> writers, Evidence evidence) {
        var next = new LinkedHashMap<Optional<String>, List<Touch>>();
        var written = new ArrayList<Touch>();
        for (var touch : touches) {
            if (touch.by().outcome() == Outcome.OK && touch.written().isPresent()) {
                written.add(touch);
                touch.read()
                        .ifPresent(version -> next.computeIfAbsent(version, absent -> new ArrayList<>())
                                .add(touch));
            }
        }
        next.forEach((version, over) -> {
            if (over.size() > 1) {
                evidence.found(
                        Anomaly.Kind.LOST_UPDATE,
                        over.stream().map(touch -> touch.by().id()).toList(),
                        over.stream().map(touch -> touch.by().id()).collect(Collectors.joining(" and ")) + " all read "
                                + version.orElse("nothing") + " of " + key + " and wrote over it");
            }
        });
        for (var touch : touches) {
            if (touch.read().isEmpty()) {
                continue;
            }
            var version = touch.read().get();
            var after = version.isEmpty() ? written : next.getOrDefault(version, List.of());
            for (var later : after) {
                evidence.depends(
                        touch.by(),
                        later.by(),
                        Kind.RW,
                        key,
                        "read " + version.orElse("nothing") + " of " + key + " before "
                                + later.by().id() + " wrote " + later.written().orElseThrow());
            }
            if (version.isPresent()) {
                judgeVersion(key, touch, version.get(), writers, evidence);
            }
        }
    }

    private static void judgeVersion(
            String key, Touch touch, String version, Writers<RegisterOperation> writers, Evidence evidence) {
        writers.of(key, version)
                .ifPresentOrElse(
                        writing -> evidence.judge(touch.by(), key, version, writing, true),
                        () -> evidence.garbage(touch.by(), key, version));
        writers.effective(key, version).ifPresent(writer -> {
            String wrote =
                    "wrote " + version + " to " + key + ", which " + touch.by().id() + " read";
            evidence.depends(writer, touch.by(), Kind.WR, key, wrote);
            touch.written()
                    .ifPresent(value -> evidence.depends(
                            writer, touch.by(), Kind.WW, key, wrote + " and wrote over with " + value));
        });
    }
}
