package dev.gridlock.proxy.watchdog;

import dev.gridlock.proxy.fake.Events;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A JVM with the tests' class path, whose output is kept. */
final class ChildJvm implements AutoCloseable {

    private final Process process;
    private final Events events = new Events();
    private final List<String> errors = new CopyOnWriteArrayList<>();

    private ChildJvm(Process process) {
        this.process = process;
        read(process.inputReader(StandardCharsets.UTF_8), events.stream()::println);
        read(new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8)), errors::add);
    }

    static ChildJvm start(Class<?> main, String... args) throws IOException {
        return new ChildJvm(new ProcessBuilder(command(main, args)).start());
    }

    static List<String> command(Class<?> main, String... args) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        return command;
    }

    Events events() {
        return events;
    }

    List<String> errors() {
        return errors;
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            throw new AssertionError("The child did not end: " + errors);
        }
        return process.exitValue();
    }

    /** Whether it has not ended by itself within that time. */
    boolean staysAlive(Duration time) throws InterruptedException {
        return !process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Asks it to end, as {@code kill} does. */
    void end() {
        // Not by way of the process object, which would close the streams that are read here.
        process.toHandle().destroy();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
    }

    private static void read(BufferedReader lines, java.util.function.Consumer<String> taker) {
        Thread.ofVirtual().start(() -> {
            try {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    taker.accept(line);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
