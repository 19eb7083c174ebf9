package dev.gridlock.engine.run;

import dev.gridlock.engine.history.Observation;
import dev.gridlock.engine.history.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What was measured in a run, beside what clients met over all of it.
 *
 * @param propagation of updates from store to store
 * @param agreedAfter time from the end of the load until all nodes agreed; empty when they did not
 * @param duringFaults what clients met while each fault was in force, in the order of the scenario
 */
public record Measurements(Propagation propagation, Optional<Duration> agreedAfter, List<DuringFault> duringFaults) {

    public Measurements {
        duringFaults = List.copyOf(duringFaults);
    }

    /**
     * What clients met while a fault was in force: operations that were due then.
     *
     * @param number of the fault in the scenario, from 1
     */
    public record DuringFault(int number, LoadSummary load) {}

    static Measurements in(
            List<Observation> observations,
            List<Operation> operations,
            List<FaultOutcome> faults,
            Duration loadStart,
            Optional<Duration> agreedAfter) {
        var during = faults.stream()
                .map(fault -> new DuringFault(
                        fault.number(),
                        LoadSummary.of(operations.stream()
                                .filter(operation -> isDuring(operation, fault, loadStart))
                                .toList())))
                .toList();
        return new Measurements(Propagation.in(observations), agreedAfter, during);
    }

    private static boolean isDuring(Operation operation, FaultOutcome fault, Duration loadStart) {
        var due = operation.intended().minus(loadStart);
        return due.compareTo(fault.begun()) >= 0
                && fault.ended().map(end -> due.compareTo(end) < 0).orElse(true);
    }
}
