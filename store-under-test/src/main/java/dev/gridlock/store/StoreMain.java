package dev.gridlock.store;

import dev.gridlock.store.config.ConfigException;
import dev.gridlock.store.config.ConfigFile;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.storage.SchemaException;
import dev.gridlock.store.storage.StorageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The program. Exit codes: 0 after {@code --help}, 128 and the number of the signal after a stop in order by signal (143 for SIGTERM), 1 when the node cannot go on (address taken, disk full,
 * database broken), 2 for bad arguments, configuration or schema.
 */
public final class StoreMain {
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;

    private static final String HELP = """
        Usage: java -jar gridlock-store-all.jar -c store.toml

        Runs one node of the gossip store until it is stopped by a signal.

          -c, --config FILE   the configuration (TOML)
          -h, --help          this text

        Events go to standard output, one JSON object a line; messages for people go to standard error.
        """;

    private StoreMain() {}

    /** Runs a node; see {@code --help}. Returns only when its thread is interrupted. */
    public static void main(String[] args) throws InterruptedException {
        List<String> arguments = List.of(args);
        if (arguments.equals(List.of("-h")) || arguments.equals(List.of("--help"))) {
            System.out.print(HELP);
            return;
        }
        if (arguments.size() != 2 || !List.of("-c", "--config").contains(arguments.getFirst())) {
            System.err.println("found arguments " + arguments + ", expected -c FILE");
            System.err.print(HELP);
            System.exit(BAD_INPUT);
            return;
        }
        run(arguments.get(1));
    }

    private static void run(String file) throws InterruptedException {
        try {
            StoreConfig config = ConfigFile.read(Path.of(file));
            AtomicBoolean halted = new AtomicBoolean();
            StoreNode node = StoreNode.start(
                    config,
                    new StoreNode.Output(
                            line -> System.out.println(line),
                            line -> System.err.println(line),
                            cause -> halt(cause, halted)));
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(node::close));
            new CountDownLatch(1).await();
        } catch (ConfigException | SchemaException | InvalidPathException e) {
            System.err.println(e.getMessage());
            System.exit(BAD_INPUT);
        } catch (IOException | UncheckedIOException | StorageException e) {
            System.err.println(e.getMessage());
            System.exit(FAILED);
        }
    }

    /** Ends the process at once: a node that cannot write must not pretend to stop in order. */
    private static void halt(Throwable cause, AtomicBoolean halted) {
        // several threads may find the same disk full; one line is enough
        if (halted.getAndSet(true)) {
            return;
        }
        System.err.println("the node cannot go on: " + cause.getMessage());
        if (!(cause instanceof StorageException)) {
            cause.printStackTrace();
        }
        Runtime.getRuntime().halt(FAILED);
    }
}
