package dev.gridlock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ConsoleProgressTest {

    private final StringWriter printed = new StringWriter();

    @Test
    void theFirstRunPrintsEveryOptionAndLaterOnesOnlyWhatDiffers() {
        try (var progress = new ConsoleProgress(new PrintWriter(printed), true)) {
            progress.starting(options("broken", 1));
            progress.starting(options("broken", 2));
            progress.starting(options("fixed", 1));
        }

        assertThat(printed.toString()).isEqualToNormalizingNewlines("""
                        options
                          scenario  storm
                          variant   broken
                          seed      1
                        seed 2
                        variant fixed, seed 1
                        """);
    }

    @Test
    @Timeout(30)
    void aLongRunSaysWhereItStands() throws InterruptedException {
        try (var progress = new ConsoleProgress(new PrintWriter(printed), false, Duration.ofMillis(5))) {
            progress.advanced(Duration.ofMillis(-1), Duration.ofSeconds(5));
            waitFor("  nodes are starting");
            progress.advanced(Duration.ofNanos(1_200_345_678), Duration.ofSeconds(5));
            waitFor("  1.2s of 5s");
        }
    }

    private void waitFor(String text) throws InterruptedException {
        while (!printed.toString().contains(text)) {
            Thread.sleep(5);
        }
    }

    private static Map<String, String> options(String variant, long seed) {
        var options = new LinkedHashMap<String, String>();
        options.put("scenario", "storm");
        options.put("variant", variant);
        options.put("seed", Long.toString(seed));
        return options;
    }
}
