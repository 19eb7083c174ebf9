package dev.gridlock.cli;

import dev.gridlock.engine.scenario.language.ScenarioReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.OptionSpec;

/** The {@code gridlock} command. */
@Command(
        name = "gridlock",
        description = {
            "A test harness for multi-region systems whose routing state travels by gossip.",
            "It answers, with evidence: did anything stall, did anything restart, and did every region end up with the truth?",
            ""
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = HelpCommand.class,
        footer = {
            "",
            "Examples:",
            "  gridlock list",
            "  gridlock explain warsaw",
            "  gridlock run warsaw",
            "  gridlock compare warsaw --backends simulator,processes",
            "  gridlock run warsaw --variant parking-lot-0.12.3 --seed 7 --json"
        })
public final class Gridlock {

    private final CommandLine command;
    private final Failures failures;

    /**
     * The command with all its subcommands.
     *
     * @param debug whether failures show their stack
     */
    Gridlock(Engine engine, Optional<Path> library, PrintWriter out, PrintWriter err, boolean debug) {
        this.failures = new Failures(debug);
        var scenarios = new Library(library, new ScenarioReader(engine.systems()));
        this.command = new CommandLine(this)
                .addSubcommand(withHelp(new RunCommand(engine, scenarios)))
                .addSubcommand(withHelp(new CompareCommand(engine, scenarios)))
                .addSubcommand(withHelp(new ListCommand(scenarios)))
                .addSubcommand(withHelp(new ExplainCommand(engine, scenarios)))
                .addSubcommand(withHelp(new TraceDiffCommand()))
                .addSubcommand(withHelp(new ToxiproxyCommand()))
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler(failures)
                .setParameterExceptionHandler(failures)
                .setUsageHelpAutoWidth(true);
    }

    private static CommandLine withHelp(Object subcommand) {
        var command = new CommandLine(subcommand);
        command.getCommandSpec()
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help message and exit.")
                        .build());
        return command;
    }

    /** Runs the command and returns its exit code, 0 to 3. */
    int execute(String... args) throws IOException {
        try {
            return command.execute(args);
        } catch (Error fatal) {
            // picocli handles exceptions only; an error of the JVM, or a failed assertion, is told in the same way.
            return failures.handle(fatal, command, Arrays.asList(args));
        } finally {
            command.getOut().flush();
            command.getErr().flush();
        }
    }

    /**
     * Runs the command and ends the JVM with its exit code.
     *
     * @param args as {@code gridlock --help} tells
     */
    public static void main(String[] args) throws IOException {
        var gridlock = new Gridlock(
                new InstalledEngine(),
                Optional.ofNullable(System.getProperty(Library.FOLDER_PROPERTY)).map(Path::of),
                new PrintWriter(System.out, false, System.out.charset()),
                new PrintWriter(System.err, true, System.err.charset()),
                "1".equals(System.getenv(Failures.DEBUG_VARIABLE)));
        System.exit(gridlock.execute(args));
    }
}
