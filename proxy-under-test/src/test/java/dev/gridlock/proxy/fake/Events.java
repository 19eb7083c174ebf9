package dev.gridlock.proxy.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.proxy.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Keeps the events that a node prints. */
public final class Events {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<Map<?, ?>> events = new CopyOnWriteArrayList<>();
    private final Json json = new Json();

    /** A stream for a node to print to; every line must be a JSON object. */
    public PrintStream stream() {
        return new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8) {
            @Override
            public void println(String line) {
                add(line);
            }
        };
    }

    /** The events of that name so far. */
    public List<Map<?, ?>> named(String name) {
        return events.stream().filter(event -> name.equals(event.get("event"))).toList();
    }

    /** Waits for an event of that name which matches. */
    public Map<?, ?> await(String name, Predicate<Map<?, ?>> matches) {
        until("an event " + name, () -> named(name).stream().anyMatch(matches));
        return named(name).stream().filter(matches).findFirst().orElseThrow();
    }

    /** Waits for an event of that name. */
    public Map<?, ?> await(String name) {
        return await(name, event -> true);
    }

    /** Waits until a condition holds. */
    public static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited %s for %s", PATIENCE, what).isLessThan(end);
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void add(String line) {
        try {
            if (!(json.read(line) instanceof Map<?, ?> event)) {
                throw new AssertionError("Not an object: " + line);
            }
            events.add(event);
        } catch (IOException e) {
            throw new AssertionError("Not JSON: " + line, e);
        }
    }
}
