package dev.gridlock.backends.process;

import dev.gridlock.backends.NodeListener;
import dev.gridlock.backends.RunningNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process of this machine, from its start to its end. What it prints is told line by line, and its end when all that
 * has been told. Thread-safe.
 */
final class NodeProcess implements RunningNode {

    /** How many looks at the kernel's state of the process make a measurement of its slowness. */
    private static final int LOOKS = 100;

    private static final int LOOKS_AT_A_STOP = 30;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(2);

    private final Process process;
    private final ProcessIdentity identity;
    private final Thread waiter;
    private boolean paused;
    private double factor = 1;
    private @Nullable Thread dutyCycle;

    private NodeProcess(Process process, ProcessIdentity identity, Thread waiter) {
        this.process = process;
        this.identity = identity;
        this.waiter = waiter;
    }

    /**
     * Starts a program.
     *
     * @param name for threads
     * @throws IOException when it cannot be started
     */
    static NodeProcess start(
            String name, List<String> command, Path directory, ProcessRecords records, NodeListener listener)
            throws IOException {
        var process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .start();
        // One that has ended already is not there any more.
        var identity = ProcessIdentity.of(process.pid()).orElseGet(() -> ProcessIdentity.gone(process.pid()));
        records.started(identity);
        var out = reader(name + "-out", process.getInputStream(), listener.out());
        var err = reader(name + "-err", process.getErrorStream(), listener.err());
        var waiter = Thread.ofPlatform().daemon().name(name + "-exit").start(() -> {
            try {
                int code = process.waitFor();
                out.join();
                err.join();
                records.ended(identity);
                listener.exit().accept(code);
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
            } catch (IOException failed) {
                throw new UncheckedIOException("cannot forget a process that has ended", failed);
            }
        });
        return new NodeProcess(process, identity, waiter);
    }

    private static Thread reader(String name, InputStream stream, Consumer<String> lines) {
        return Thread.ofPlatform().daemon().name(name).start(() -> {
            try (var reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line; (line = reader.readLine()) != null; ) {
                    lines.accept(line);
                }
            } catch (IOException ended) {
                // The pipe of a process that was killed may break instead of ending.
            }
        });
    }

    /** Whether it runs or is stopped. */
    @Override
    public boolean isAlive() {
        return identity.isAlive();
    }

    /** Whether the kernel says that it is stopped, and goes on saying so for longer than a slow process is stopped. */
    @Override
    public boolean isStopped() throws InterruptedException {
        for (int look = 0; look < LOOKS_AT_A_STOP; look++) {
            if (!isStoppedNow()) {
                return false;
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
        return true;
    }

    /** How many times longer it takes than it would without being stopped now and then; 1 for one that does not go on. */
    @Override
    public double slowdown() throws InterruptedException {
        int stopped = 0;
        for (int look = 0; look < LOOKS; look++) {
            stopped += isStoppedNow() ? 1 : 0;
            Thread.sleep(BETWEEN_LOOKS);
        }
        return stopped == LOOKS ? 1 : (double) LOOKS / (LOOKS - stopped);
    }

    private boolean isStoppedNow() {
        return identity.state().filter(letter -> letter == 'T').isPresent();
    }

    /** Stops it as by SIGSTOP, or lets it go on; and in between makes it slower by a factor of 1 or more. */
    @Override
    public synchronized void hinder(boolean pause, double slower) throws InterruptedException {
        if (pause == paused && slower == factor) {
            return;
        }
        if (dutyCycle != null) {
            dutyCycle.interrupt();
            dutyCycle.join();
            dutyCycle = null;
        }
        paused = pause;
        factor = slower;
        if (pause) {
            Signals.send(identity, Signals.SIGSTOP);
        } else {
            Signals.send(identity, Signals.SIGCONT);
            if (slower > 1) {
                dutyCycle = Thread.ofPlatform()
                        .daemon()
                        .name("slow-" + identity.pid())
                        .start(new DutyCycle(identity, slower));
            }
        }
    }

    /** Ends it as by SIGKILL, and returns when its end has been told. */
    @Override
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        waiter.join();
        hinder(false, 1);
    }
}
