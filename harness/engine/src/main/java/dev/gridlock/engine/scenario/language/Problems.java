package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.Position;
import dev.gridlock.engine.scenario.Problem;
import dev.gridlock.engine.scenario.ScenarioException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what is wrong with one scenario. Not safe for threads. */
final class Problems {

    /** Problems kept; a file with more is not worth reading on. */
    private static final int MAX_KEPT = 50;

    private final List<Problem> problems = new ArrayList<>();
    private int count;

    void report(Position at, String found, String expected) {
        report(new Problem(at, found, expected));
    }

    void report(Position at, String found, String expected, Optional<String> nearest) {
        report(new Problem(at, found, expected, nearest));
    }

    private void report(Problem problem) {
        count++;
        if (problems.size() < MAX_KEPT) {
            problems.add(problem);
        }
    }

    /** Whether more problems would be dropped, so that reading on is of no use. */
    boolean isFull() {
        return problems.size() == MAX_KEPT;
    }

    /** How many were reported so far. */
    int count() {
        return count;
    }

    void throwIfAny() throws ScenarioException {
        if (!problems.isEmpty()) {
            throw new ScenarioException(problems);
        }
    }
}
