package dev.gridlock.scenarios.containers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Runs commands in the root of the checkout. */
final class Shell {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Shell() {}

    record Ended(int code, String output) {}

    static Ended run(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .directory(ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), output);
    }

    static boolean works(String... command) throws InterruptedException {
        try {
            return run(command).code() == 0;
        } catch (IOException notThere) {
            return false;
        }
    }
}
