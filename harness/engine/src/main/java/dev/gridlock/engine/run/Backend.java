package dev.gridlock.engine.run;

import dev.gridlock.engine.fault.FaultKind;
import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.sut.AddressScheme;
import java.util.Map;
import java.util.Set;

/**
 * Somewhere to run a system: a simulator, processes, containers. A backend keeps nodes' files, starts and stops their
 * programs, restarts those that exit by themselves as their plans say, applies faults, and reports what it sees. What is
 * started when is the director's decision.
 */
public interface Backend {

    /** The name in commands and results, for example {@code simulator}. */
    String name();

    /** The faults it can inject; a scenario that asks for others is refused before it starts. */
    Set<FaultKind> faults();

    /** Where nodes get their addresses, for the run that is prepared next. */
    AddressScheme addresses();

    /** Options of its own that it draws for this run, by name, for printing before the run. */
    Map<String, String> drawnOptions(RunPlan plan);

    /**
     * Carries out one run and leaves nothing behind: no thread, no process, no file.
     *
     * @param director runs on the control side with access to every node; the run ends when it returns
     * @param history takes starts, output, exits and dead threads
     * @return how the run ended; a run that broke off is told there and not by an exception
     * @throws dev.gridlock.engine.sut.EnvironmentException when this machine cannot carry out the run
     */
    BackendOutcome execute(RunPlan plan, Director director, HistoryRecorder history);
}
