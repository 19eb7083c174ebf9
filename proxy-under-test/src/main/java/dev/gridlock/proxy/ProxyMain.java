package dev.gridlock.proxy;

import dev.gridlock.proxy.config.ConfigException;
import dev.gridlock.proxy.config.ConfigFile;
import dev.gridlock.proxy.config.ProxyConfig;
import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.supervise.RandomPause;
import dev.gridlock.proxy.supervise.RestartPause;
import dev.gridlock.proxy.supervise.Supervisor;
import dev.gridlock.proxy.supervise.broken.BrokenPauses;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** The {@code gridlock-proxy} program. */
public final class ProxyMain {

    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final String USAGE = """
            Usage: gridlock-proxy -c proxy.toml
                   gridlock-proxy supervise -c proxy.toml
            Proxies HTTP requests to the nearest healthy machine of the application that the Host header names.

              -c FILE     configuration in TOML
              supervise   run the proxy as a child process, and start it again when it ends by itself
              --help      this text

            Exit codes: 0 ended on purpose, 1 an address could not be bound, 2 arguments or configuration cannot be used,
            134 halted by the watchdog. supervise exits as the last proxy did, with 128 and the signal's number if one ended it.
            Examples:
              java -jar gridlock-proxy-all.jar -c waw.toml
              java -jar gridlock-proxy-all.jar supervise -c waw.toml
            """;

    private ProxyMain() {}

    /** Runs the program; ends the process with its exit code unless that is 0. */
    public static void main(String[] args) throws InterruptedException {
        int code = run(List.of(args));
        if (code != 0) {
            System.exit(code);
        }
    }

    private static int run(List<String> args) throws InterruptedException {
        if (args.contains("--help") || args.contains("-h")) {
            System.out.print(USAGE);
            return 0;
        }
        boolean supervised = !args.isEmpty() && args.getFirst().equals("supervise");
        List<String> options = supervised ? args.subList(1, args.size()) : args;
        if (options.size() != 2 || !options.getFirst().equals("-c")) {
            System.err.println("Found the arguments \"" + String.join(" ", args) + "\", expected [supervise] -c FILE.");
            System.err.print(USAGE);
            return BAD_INPUT;
        }
        try {
            Path file = Path.of(options.getLast());
            ProxyConfig config = ConfigFile.read(file);
            return supervised ? supervise(config, file) : serve(config);
        } catch (ConfigException e) {
            System.err.println(e.getMessage());
            return BAD_INPUT;
        } catch (InvalidPathException e) {
            System.err.println("-c is \"" + options.getLast() + "\", expected the path of a file.");
            return BAD_INPUT;
        } catch (IOException e) {
            System.err.println(e.getMessage());
            return FAILED;
        }
    }

    private static int serve(ProxyConfig config) throws IOException, InterruptedException {
        ProxyNode node = ProxyNode.start(config, System.out);
        Runtime.getRuntime().addShutdownHook(Thread.ofVirtual().name("stopping").unstarted(() -> close(node)));
        node.awaitClose();
        return 0;
    }

    private static void close(ProxyNode node) {
        try {
            node.drainAndClose();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            System.err.println("The proxy could not be closed in good order: " + e.getMessage());
        }
    }

    private static int supervise(ProxyConfig config, Path file) throws IOException, InterruptedException {
        var events = new EventLog(config.node().name() + "-supervisor", System.out, new Json());
        ProxyConfig.Watchdog settings = config.watchdog();
        var sound = new RandomPause(settings.restartDelay(), settings.restartJitter(), new Random());
        RestartPause pause = BrokenPauses.with(config.broken(), settings.restartDelay(), sound);
        return new Supervisor(ChildCommand.ofProxy(file), pause, settings.maxRestarts(), events).run();
    }
}
