package dev.gridlock.engine.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

class RunDirectoryTest {

    @Test
    void aRunHasTheSameDirectoryEachTimeAndFindsItEmpty() throws IOException {
        var first = RunDirectory.take("directory-test-1");
        Files.writeString(first.path().resolve("a"), "x");
        var path = first.path();
        first.close();
        assertThat(path).doesNotExist();

        var second = RunDirectory.take("directory-test-1");
        assertThat(second.path()).isEqualTo(path).isEmptyDirectory();
        second.close();
    }

    @Test
    void whatAKilledRunLeftIsRemoved() throws IOException {
        var run = RunDirectory.take("directory-test-2");
        var path = run.path();
        run.close();
        Files.createDirectories(path.resolve("store-waw-1/snapshots"));
        Files.writeString(path.resolve("store-waw-1/snapshots/stall.json"), "{}");

        var next = RunDirectory.take("directory-test-2");

        assertThat(next.path()).isEqualTo(path).isEmptyDirectory();
        next.close();
    }

    @Test
    void aRunThatIsMadeTwiceAtTheSameTimeGetsTwoDirectories() throws IOException {
        var first = RunDirectory.take("directory-test-3");
        var second = RunDirectory.take("directory-test-3");

        assertThat(second.path()).isNotEqualTo(first.path()).isEmptyDirectory();
        second.close();
        assertThat(first.path()).isEmptyDirectory();
        first.close();
        assertThat(first.path()).doesNotExist();
    }
}
