package dev.gridlock.engine.run;

import dev.gridlock.engine.history.Operation;
import dev.gridlock.engine.history.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * What the clients of a run met. Latencies count from the intended start and cover successful operations only.
 *
 * @param updates updates by outcome
 * @param requests requests by outcome
 * @param requestMedian median latency of served requests; zero when none was served
 * @param requestP99 99th percentile of the latency of served requests; zero when none was served
 * @param requestMax greatest latency of a served request; zero when none was served
 */
public record LoadSummary(
        Counts updates, Counts requests, Duration requestMedian, Duration requestP99, Duration requestMax) {

    /**
     * Operations by outcome.
     *
     * @param ok took place
     * @param failed did not take place
     * @param indeterminate may or may not have taken place
     */
    public record Counts(long ok, long failed, long indeterminate) {

        /** All of them. */
        public long total() {
            return ok + failed + indeterminate;
        }

        /** Part of them that took place, 0 to 1; 1 when there are none. */
        public double fractionOk() {
            return total() == 0 ? 1.0 : (double) ok / total();
        }
    }

    /** The summary of these operations. */
    static LoadSummary of(List<Operation> operations) {
        var latencies = operations.stream()
                .filter(operation -> operation.kind() == Operation.Kind.REQUEST)
                .filter(operation -> operation.outcome() == Outcome.OK)
                .map(Operation::latency)
                .sorted()
                .toList();
        return new LoadSummary(
                counts(operations, Operation.Kind.UPDATE),
                counts(operations, Operation.Kind.REQUEST),
                Percentiles.of(latencies, 0.5),
                Percentiles.of(latencies, 0.99),
                Percentiles.of(latencies, 1.0));
    }

    private static Counts counts(List<Operation> operations, Operation.Kind kind) {
        long ok = 0;
        long failed = 0;
        long indeterminate = 0;
        for (var operation : operations) {
            if (operation.kind() == kind) {
                switch (operation.outcome()) {
                    case OK -> ok++;
                    case FAILED -> failed++;
                    case INDETERMINATE -> indeterminate++;
                }
            }
        }
        return new Counts(ok, failed, indeterminate);
    }
}
