package dev.gridlock.store.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.StoreMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** The program in a process of its own. */
public final class ProcessNode implements AutoCloseable {
    private final Process process;
    private final Path errors;
    private final ConcurrentLinkedQueue<String> output = new ConcurrentLinkedQueue<>();

    private ProcessNode(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        Thread.ofVirtual().start(this::read);
    }

    /** Starts the program with the arguments. */
    public static ProcessNode start(Path folder, String... arguments) throws IOException {
        return start(folder, List.of(), arguments);
    }

    /** Starts the program so that writing to a file beyond the given size in MiB fails, as on a broken disk. */
    public static ProcessNode startWithFilesUpTo(int mib, Path folder, String... arguments) throws IOException {
        String limited = "ulimit -f " + mib * 1024 + "; exec \"$@\"";
        return start(folder, List.of("bash", "-c", limited, "bash"), arguments);
    }

    private static ProcessNode start(Path folder, List<String> before, String... arguments) throws IOException {
        Files.createDirectories(folder);
        Path errors = Files.createTempFile(folder, "stderr", ".txt");
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                StoreMain.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessNode(
                new ProcessBuilder(command).redirectError(errors.toFile()).start(), errors);
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            reader.lines().forEach(output::add);
        } catch (IOException | UncheckedIOException e) {
            output.add("cannot read: " + e);
        }
    }

    /** Waits until the node is ready; returns a client for it. */
    public StoreClient awaitReady() throws InterruptedException {
        Eventually.eventually(() -> assertThat(output)
                .as("exit code %s, errors: %s", process.isAlive() ? "none" : process.exitValue(), errors())
                .anyMatch(line -> line.contains("\"node.ready\"")));
        return new StoreClient(field("api"));
    }

    /** A text field of the node's first event. */
    public String field(String name) {
        return String.valueOf(StoreClient.json(output.iterator().next()).get(name));
    }

    /** The lines of one event. */
    public List<String> events(String event) {
        return output().stream()
                .filter(line -> line.startsWith("{\"event\":\"" + event + "\""))
                .toList();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public List<String> output() {
        return List.copyOf(output);
    }

    public String errors() throws IOException {
        return Files.readString(errors);
    }

    /** Kills the process as SIGKILL does. */
    public void kill() throws InterruptedException {
        signal(process.toHandle().destroyForcibly());
        exitCode();
    }

    /** Asks the process to stop as SIGTERM does. */
    public void terminate() {
        signal(process.toHandle().destroy());
    }

    /** By handle: {@link Process#destroy} would close the output that is still to be read. */
    private static void signal(boolean sent) {
        assertThat(sent).as("the signal was sent").isTrue();
    }

    /** Waits for the end. */
    public int exitCode() throws InterruptedException {
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).as("the process ends").isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            process.destroyForcibly().onExit().join();
        }
    }
}
