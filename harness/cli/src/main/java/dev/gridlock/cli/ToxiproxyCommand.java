package dev.gridlock.cli;

import dev.gridlock.engine.sut.EnvironmentException;
import dev.gridlock.toxiproxy.ToxiproxyOptions;
import dev.gridlock.toxiproxy.ToxiproxyServer;
import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.proxy.RefusedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code gridlock toxiproxy}: a Toxiproxy server whose seed works, until it is interrupted. */
@Command(
        name = "toxiproxy",
        description = {
            "Runs a server that Toxiproxy's clients can drive (HTTP API of Toxiproxy 2.12), until it is stopped by Ctrl-C or a signal.",
            "",
            "Equal seeds draw equal jitter, slices and toxicity: for each connection of a proxy by its number, for each toxic by its name."
        },
        footer = {
            "",
            "Exit codes: 2 bad input, 3 an address that cannot be had.",
            "",
            "Examples:",
            "  gridlock toxiproxy",
            "  gridlock toxiproxy --port 0 --seed 7 --config proxies.json",
            "  gridlock toxiproxy --host 0.0.0.0 --proxy-metrics",
            "",
            "A configuration is what POST /populate takes:",
            "  [{\"name\": \"store\", \"listen\": \"127.0.0.1:26379\", \"upstream\": \"127.0.0.1:6379\"}]"
        })
final class ToxiproxyCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            defaultValue = "localhost",
            description = "Where the API listens: a name or an address of this machine (default: ${DEFAULT-VALUE}).")
    private String host = "";

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "" + ToxiproxyOptions.USUAL_PORT,
            description = "The API's port, 0 for any (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Decides jitter, slices and toxicity (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--config", paramLabel = "FILE", description = "A JSON file with proxies to create at the start.")
    private @Nullable Path config;

    @Option(names = "--proxy-metrics", description = "Count bytes and serve them at /metrics for Prometheus.")
    private boolean metrics;

    @Override
    public Integer call() throws IOException {
        if (port < 0 || port > 65_535) {
            throw new BadInputException("found --port " + port + ", expected 0 to 65535");
        }
        var err = commandLine().getErr();
        var options = new ToxiproxyOptions(host, port, seed, metrics, notice -> err.println("toxiproxy: " + notice));
        try (var server = start(options)) {
            if (config != null) {
                populate(server, config);
            }
            tell(server);
            new CountDownLatch(1).await();
        } catch (InterruptedException stop) {
            // whoever embeds the command ends it so; a signal ends the JVM
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private static ToxiproxyServer start(ToxiproxyOptions options) {
        try {
            return ToxiproxyServer.start(options);
        } catch (IOException e) {
            throw new EnvironmentException(
                    "no Toxiproxy server at " + options.host() + ":" + options.port() + ": " + e.getMessage());
        }
    }

    private static void populate(ToxiproxyServer server, Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new BadInputException("found no file " + file + ", expected a JSON file with proxies");
        }
        try {
            server.populate(Files.readString(file));
        } catch (BadBodyException | MalformedInputException e) {
            throw new BadInputException(file + ": " + e.getMessage(), e);
        } catch (RefusedException e) {
            if (e.reason() == RefusedException.Reason.FAILED) {
                throw new EnvironmentException(file + ": " + e.getMessage());
            }
            throw new BadInputException(file + ": " + e.getMessage(), e);
        }
    }

    private void tell(ToxiproxyServer server) {
        PrintWriter out = commandLine().getOut();
        out.println("Toxiproxy's API is at http://" + host + ":" + server.port() + ", with seed " + seed + ".");
        for (var proxy : server.proxies().all()) {
            var state = proxy.state();
            out.println("  " + proxy.name() + ": " + state.listen() + " to " + state.upstream()
                    + (state.enabled() ? "" : " (disabled)"));
        }
        out.flush();
    }

    private CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("the command was not made by picocli");
        }
        return spec.commandLine();
    }
}
