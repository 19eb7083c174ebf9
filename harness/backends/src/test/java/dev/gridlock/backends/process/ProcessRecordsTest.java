package dev.gridlock.backends.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRecordsTest {

    @TempDir
    Path directory;

    /** Starts a harness and returns the number of the process that it has started. */
    private Process harness() throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SleepingHarness.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .start();
    }

    private static ProcessIdentity child(Process harness) throws Exception {
        var line = harness.inputReader().readLine();
        assertThat(line).isNotNull();
        return ProcessIdentity.of(Long.parseLong(line.strip())).orElseThrow();
    }

    @Test
    void whatAKilledHarnessLeavesIsEndedByTheNext() throws Exception {
        var harness = harness();
        var orphan = child(harness);
        harness.destroyForcibly();
        assertThat(harness.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(orphan.isAlive()).as("nothing ends it by itself").isTrue();

        assertThat(ProcessRecords.in(directory).reap()).containsExactly(orphan);

        assertThat(orphan.isAlive()).isFalse();
        assertThat(ProcessRecords.in(directory).reap()).isEmpty();
        try (var left = Files.list(directory)) {
            assertThat(left.toList()).isEmpty();
        }
    }

    @Test
    void whatALivingHarnessHasStartedIsLeftAlone() throws Exception {
        var harness = harness();
        var child = child(harness);
        try {
            assertThat(ProcessRecords.in(directory).reap()).isEmpty();
            assertThat(child.isAlive()).isTrue();
        } finally {
            harness.destroyForcibly();
            harness.waitFor();
            assertThat(ProcessRecords.in(directory).reap()).containsExactly(child);
        }
    }

    @Test
    void aNumberThatIsUsedAgainIsAnotherProcess() throws Exception {
        var self = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
        var earlier = new ProcessIdentity(self.pid(), self.start() - 1, self.boot());
        var beforeTheBoot = new ProcessIdentity(self.pid(), self.start(), "0".repeat(32));
        var owner = Files.createDirectory(directory.resolve(earlier.toString()));
        Files.createFile(owner.resolve(beforeTheBoot.toString()));
        Files.createFile(owner.resolve(earlier.toString()));

        assertThat(ProcessRecords.in(directory).reap()).isEmpty();

        assertThat(self.isAlive()).isTrue();
        assertThat(owner).doesNotExist();
    }

    @Test
    void identitiesReadBackAndNothingElseDoes() {
        var self = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();

        assertThat(ProcessIdentity.parse(self.toString())).contains(self);
        assertThat(List.of("", "1-2", "1-2-xyz", "slots"))
                .allSatisfy(text -> assertThat(ProcessIdentity.parse(text)).isEmpty());
        assertThat(ProcessIdentity.of(Integer.MAX_VALUE)).isEmpty();
    }
}
