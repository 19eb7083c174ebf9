package dev.gridlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToxiproxyCommandTest {
    private static final Pattern READY = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+), with seed 7\\.");

    @Test
    void servesTheProxiesOfItsConfigurationUntilItIsInterrupted(@TempDir Path folder) throws Exception {
        Path config = Files.writeString(folder.resolve("proxies.json"), """
                [{"name": "one", "listen": "127.0.0.1:0", "upstream": "127.0.0.1:1"},
                 {"name": "two", "listen": "127.0.0.1:2", "upstream": "127.0.0.1:1", "enabled": false}]
                """);
        var out = new StringWriter();
        var err = new StringWriter();
        var command =
                new Gridlock(new ToyEngine(), Optional.empty(), new PrintWriter(out), new PrintWriter(err), false);
        var run = new FutureTask<>(() -> command.execute(
                "toxiproxy", "--host", "127.0.0.1", "--port", "0", "--seed", "7", "--config", config.toString()));
        var thread = Thread.ofPlatform().start(run);
        Matcher ready = READY.matcher(out.toString());
        while (!ready.find() && !run.isDone()) {
            Thread.sleep(5);
            ready = READY.matcher(out.toString());
        }
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).contains("  one: 127.0.0.1:", "  two: 127.0.0.1:2 to 127.0.0.1:1 (disabled)");

        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ready.group(1) + "/proxies"))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.body()).contains("\"one\"", "\"two\"");
        }
        thread.interrupt();
        assertThat(run.get()).isZero();
    }

    @Test
    void aConfigurationThatCannotBeUsedIsBadInput(@TempDir Path folder) throws IOException {
        Path config = folder.resolve("proxies.json");
        assertThat(fail(config))
                .isEqualTo(new Session(
                        2, "", "gridlock: found no file " + config + ", expected a JSON file with proxies\n"));
        Files.writeString(config, "[{\"name\": \"one\"}]");
        assertThat(fail(config))
                .isEqualTo(
                        new Session(2, "", "gridlock: " + config + ": missing required field: upstream at proxy 1\n"));
        Files.writeString(config, "{}");
        assertThat(fail(config))
                .isEqualTo(
                        new Session(2, "", "gridlock: " + config + ": found an object in the body, expected a list\n"));
    }

    private static Session fail(Path config) throws IOException {
        return Session.of("toxiproxy", "--port", "0", "--config", config.toString());
    }

    @Test
    void anAddressThatCannotBeHadIsAFailureOfTheEnvironment() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            var port = String.valueOf(taken.getLocalPort());
            var session = Session.of("toxiproxy", "--host", "127.0.0.1", "--port", port);
            assertThat(session.exitCode()).isEqualTo(3);
            assertThat(session.err())
                    .startsWith("gridlock: no Toxiproxy server at 127.0.0.1:" + port)
                    .contains("Address already in use");
        }
    }

    @Test
    void aPortThatIsNoneIsBadInput() throws IOException {
        assertThat(Session.of("toxiproxy", "--port", "70000"))
                .isEqualTo(new Session(2, "", "gridlock: found --port 70000, expected 0 to 65535\n"));
    }
}
