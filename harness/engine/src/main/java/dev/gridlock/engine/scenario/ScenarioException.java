package dev.gridlock.engine.scenario;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scenario that cannot be used. The message is that of the first problem; all of them can be had. */
public final class ScenarioException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Not serialised with the exception: a copy sent elsewhere keeps its message only. */
    private final transient List<Problem> problems;

    /** Problems of one scenario, at least one, in any order. */
    public ScenarioException(List<Problem> problems) {
        this(problems.stream().sorted(Comparator.comparing(Problem::at)).toList(), null);
    }

    /** One problem that another exception made known. */
    public ScenarioException(Problem problem, Throwable cause) {
        this(List.of(problem), cause);
    }

    private ScenarioException(List<Problem> sorted, @Nullable Throwable cause) {
        super(sorted.getFirst().message(), cause);
        this.problems = sorted;
    }

    /** The problem that the message states: the first in the order of the file. */
    public Problem problem() {
        return problems.getFirst();
    }

    /** Every problem, in the order of the file; those of command-line arguments first. */
    public List<Problem> problems() {
        return problems;
    }
}
