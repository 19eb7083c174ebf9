package dev.gridlock.backends.process;

import dev.gridlock.backends.NodeListener;
import java.nio.file.Path;
import java.util.List;

/** A harness that starts a process and then sleeps, so that a test can kill it. Argument: where its records are. */
final class SleepingHarness {

    private SleepingHarness() {}

    public static void main(String[] arguments) throws Exception {
        var records = ProcessRecords.in(Path.of(arguments[0]));
        NodeProcess.start(
                "sleeper",
                List.of("sh", "-c", "echo $$; exec sleep 600"),
                Path.of("."),
                records,
                new NodeListener(System.out::println, System.out::println, code -> {}));
        Thread.sleep(600_000);
    }
}
