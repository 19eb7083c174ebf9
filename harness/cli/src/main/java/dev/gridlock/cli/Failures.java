package dev.gridlock.cli;

import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.report.ResultJson;
import dev.gridlock.engine.run.UnusableScenarioException;
import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.sut.EnvironmentException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns whatever ends a command into one line on standard error and an exit code. A stack is printed only when it is
 * asked for, by the environment variable {@value #DEBUG_VARIABLE}. A command with {@code --json} still prints its one
 * document.
 */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {

    /** Environment variable that asks for stacks when it is {@code 1}. */
    static final String DEBUG_VARIABLE = "GRIDLOCK_DEBUG";

    private final boolean debug;

    Failures(boolean debug) {
        this.debug = debug;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) throws IOException {
        return handle(failure, command, parsed.originalArgs());
    }

    @Override
    public int handleParseException(ParameterException failure, String[] args) throws IOException {
        return handle(failure, failure.getCommandLine(), Arrays.asList(args));
    }

    /** Reports any failure, also an error of the JVM. */
    int handle(Throwable failure, CommandLine command, List<String> args) throws IOException {
        var verdict = verdict(failure);
        command.getErr().println(message(failure, command));
        if (debug) {
            failure.printStackTrace(command.getErr());
        }
        command.getErr().flush();
        if (args.contains("--json")) {
            ResultJson.write(List.of(), verdict, command.getOut());
        }
        return verdict.exitCode();
    }

    private static Verdict verdict(Throwable failure) {
        return switch (failure) {
            case ScenarioException _, BadInputException _, UnusableScenarioException _, ParameterException _ ->
                Verdict.BAD_INPUT;
            default -> Verdict.INCONCLUSIVE;
        };
    }

    private String message(Throwable failure, CommandLine command) {
        return switch (failure) {
            // It begins with file, line and column, which editors turn into a link.
            case ScenarioException wrong ->
                wrong.getMessage() + others(wrong.problems().size() - 1);
            case ParameterException wrong -> "gridlock: " + optionMessage(wrong, command);
            case BadInputException wrong -> "gridlock: " + wrong.getMessage();
            case UnusableScenarioException wrong -> "gridlock: " + wrong.getMessage();
            case EnvironmentException missing -> "gridlock: " + missing.getMessage();
            default ->
                "gridlock: internal error in '" + command.getCommandName() + "': " + oneLine(failure.toString())
                        + (debug ? "" : " (" + DEBUG_VARIABLE + "=1 shows the stack)");
        };
    }

    private static String others(int count) {
        return switch (count) {
            case 0 -> "";
            case 1 -> " (and 1 more problem)";
            default -> " (and " + count + " more problems)";
        };
    }

    private static String optionMessage(ParameterException wrong, CommandLine command) {
        var help = "'" + command.getCommandSpec().qualifiedName() + " --help'";
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return "found unknown argument '" + oneLine(unmatched.getUnmatched().getFirst())
                    + "', expected what " + help + " lists"
                    + unmatched.getSuggestions().stream()
                            .findFirst()
                            .map(word -> "; did you mean '" + word + "'?")
                            .orElse("");
        }
        return oneLine(String.valueOf(wrong.getMessage())) + " (see " + help + ")";
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s*\\R\\s*", " ");
    }
}
