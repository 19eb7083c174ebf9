package dev.gridlock.backends.process;

import dev.gridlock.engine.sut.EnvironmentException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which processes this harness has started, on disk, so that a later one can end them when this one was killed. A record
 * is an empty file whose name says all: it is there or it is not, never half. {@code OWNER/PROCESS}, each a {@link
 * ProcessIdentity}. Thread-safe.
 */
public final class ProcessRecords {

    private static final int LOOKS = 500;
    private static final int LOOK_MILLIS = 10;

    private final Path directory;
    private final Path own;

    private ProcessRecords(Path directory, Path own) {
        this.directory = directory;
        this.own = own;
    }

    /**
     * The records below a directory.
     *
     * @throws EnvironmentException when it cannot be written
     */
    public static ProcessRecords in(Path directory) {
        var self = ProcessIdentity.of(ProcessHandle.current().pid())
                .orElseThrow(() -> new EnvironmentException("cannot read /proc, which the backend processes needs"));
        var own = directory.resolve(self.toString());
        try {
            Files.createDirectories(directory);
        } catch (IOException failed) {
            throw new EnvironmentException("cannot write to " + directory + ": " + failed, failed);
        }
        return new ProcessRecords(directory, own);
    }

    /** A process was started. */
    synchronized void started(ProcessIdentity process) throws IOException {
        Files.createDirectories(own);
        try {
            Files.createFile(own.resolve(process.toString()));
        } catch (FileAlreadyExistsException toldTwice) {
            // The record says the same.
        }
    }

    /** A process has ended. With the last one, this harness is forgotten. */
    synchronized void ended(ProcessIdentity process) throws IOException {
        Files.deleteIfExists(own.resolve(process.toString()));
        try {
            Files.deleteIfExists(own);
        } catch (DirectoryNotEmptyException othersRun) {
            // It will be deleted with the last of them.
        }
    }

    /**
     * Ends what harnesses that are gone have left.
     *
     * @return the processes that were still there, and are no more
     * @throws EnvironmentException when the records cannot be read
     */
    public List<ProcessIdentity> reap() {
        var reaped = new ArrayList<ProcessIdentity>();
        try (var owners = Files.newDirectoryStream(directory)) {
            for (var owner : owners) {
                var harness = ProcessIdentity.parse(String.valueOf(owner.getFileName()));
                if (harness.isPresent() && !harness.get().isAlive()) {
                    reap(owner, reaped);
                }
            }
        } catch (IOException failed) {
            throw new EnvironmentException("cannot read the records in " + directory + ": " + failed, failed);
        }
        return reaped;
    }

    private static void reap(Path owner, List<ProcessIdentity> reaped) throws IOException {
        try (var records = Files.newDirectoryStream(owner)) {
            for (var record : records) {
                ProcessIdentity.parse(String.valueOf(record.getFileName()))
                        .filter(ProcessRecords::end)
                        .ifPresent(reaped::add);
                Files.deleteIfExists(record);
            }
        } catch (NoSuchFileException reapedByAnother) {
            return;
        }
        Files.deleteIfExists(owner);
    }

    /** Ends a process and waits until it is gone; tells whether it was there. */
    private static boolean end(ProcessIdentity process) {
        boolean was = Signals.send(process, Signals.SIGKILL);
        try {
            for (int look = 0; look < LOOKS && process.isAlive(); look++) {
                Thread.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        return was;
    }
}
