package dev.gridlock.engine.run;

import java.time.Duration;
import java.util.Map;

/** Hears how a run goes. Called on threads of the backend; must return quickly and never throw. */
public interface Progress {

    /**
     * A run is about to start.
     *
     * @param options everything that was chosen or drawn for it, by name, in the order for printing; seed included
     */
    void starting(Map<String, String> options);

    /**
     * The run has come this far.
     *
     * @param at instant since the start of the load; negative while nodes start
     * @param end instant at which the run ends
     */
    void advanced(Duration at, Duration end);

    /** A run has ended. */
    void ended(RunResult result);

    /** Hears nothing. */
    static Progress silent() {
        return new Progress() {
            @Override
            public void starting(Map<String, String> options) {}

            @Override
            public void advanced(Duration at, Duration end) {}

            @Override
            public void ended(RunResult result) {}
        };
    }
}
