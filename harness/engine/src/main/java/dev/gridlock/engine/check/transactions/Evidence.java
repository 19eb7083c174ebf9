package dev.gridlock.engine.check.transactions;

import dev.gridlock.engine.check.transactions.Dependency.Kind;
import dev.gridlock.engine.history.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects dependencies and what is wrong by itself. */
final class Evidence {

    private final DependencyGraph graph = new DependencyGraph();
    private final List<Anomaly> anomalies = new ArrayList<>();

    void depends(Transaction<?> from, Transaction<?> to, Kind kind, String key, String why) {
        graph.add(new Dependency(from.id(), to.id(), kind, key, why));
    }

    void found(Anomaly.Kind kind, List<String> transactions, String explanation) {
        var anomaly = new Anomaly(kind, transactions, List.of(), explanation);
        if (!anomalies.contains(anomaly)) {
            anomalies.add(anomaly);
        }
    }

    /**
     * Judges one value that {@code reader} saw.
     *
     * @param isVersion whether it is the newest that it saw
     */
    <T> void judge(Transaction<T> reader, String key, String value, Writers.Writing<T> writing, boolean isVersion) {
        var writer = writing.by();
        if (writer.outcome() == Outcome.FAILED) {
            found(
                    Anomaly.Kind.G1A,
                    List.of(writer.id(), reader.id()),
                    reader.id() + " read " + value + " of " + key + ", and " + writer.id()
                            + ", which wrote it, failed");
        } else if (isVersion && !writing.isLast() && !writer.id().equals(reader.id())) {
            found(
                    Anomaly.Kind.G1B,
                    List.of(writer.id(), reader.id()),
                    reader.id() + " read " + value + " of " + key + ", which " + writer.id()
                            + " wrote and wrote over before it ended");
        }
    }

    void garbage(Transaction<?> reader, String key, String value) {
        found(
                Anomaly.Kind.GARBAGE_READ,
                List.of(reader.id()),
                reader.id() + " read " + value + " of " + key + ", which nobody wrote");
    }

    /** Everything, the gravest kind first. */
    List<Anomaly> anomalies() {
        var all = new ArrayList<>(anomalies);
        all.addAll(graph.circles());
        all.sort(Comparator.comparing(Anomaly::kind));
        return List.copyOf(all);
    }
}
