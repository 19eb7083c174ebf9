package dev.gridlock.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Texts that must not change by accident, in {@code src/test/resources/golden}. Run with {@code -Dgridlock.golden=refresh} to write
 * them anew, then read the difference before it is committed.
 */
final class Golden {

    private static final Path DIRECTORY = Path.of("src/test/resources/golden");

    private Golden() {}

    static void assertGolden(String name, String actual) {
        var file = DIRECTORY.resolve(name);
        try {
            if ("refresh".equals(System.getProperty("gridlock.golden"))) {
                Files.createDirectories(DIRECTORY);
                Files.writeString(file, actual);
            }
            assertThat(actual)
                    .as("golden file " + file + "; refresh it with -Dgridlock.golden=refresh")
                    .isEqualTo(Files.readString(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
