package dev.gridlock.engine.backend;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The temporary directory of one run. It has the same name each time the run is made, because programs print their
 * paths and keep them in hash tables, and what they do with them should repeat. A lock file beside it says whether a
 * living process has it: what a killed process left is removed, and a run that is made twice at the same time gets a
 * directory of another name for the second.
 */
final class RunDirectory {

    private static final String LOCK_SUFFIX = ".lock";

    private final Path path;
    private final Path lockFile;
    private final @Nullable FileChannel channel;

    private RunDirectory(Path path, Path lockFile, @Nullable FileChannel channel) {
        this.path = path;
        this.lockFile = lockFile;
        this.channel = channel;
    }

    /**
     * Takes the directory for a run; it is empty.
     *
     * @throws IOException when the temporary directory of this machine cannot be written
     */
    static RunDirectory take(String run) throws IOException {
        var base = base();
        Files.createDirectories(base);
        var path = base.resolve(run);
        var lockFile = base.resolve(run + LOCK_SUFFIX);
        var channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock(channel) == null) {
            channel.close();
            return new RunDirectory(Files.createTempDirectory(base, run + "-"), lockFile, null);
        }
        if (Files.exists(path)) {
            remove(path);
        }
        Files.createDirectory(path);
        return new RunDirectory(path, lockFile, channel);
    }

    private static Path base() {
        return Path.of(System.getProperty("java.io.tmpdir"), "gridlock-" + System.getProperty("user.name"));
    }

    /** Removes the directories whose lock nobody holds any more. */
    static void removeAbandoned() throws IOException {
        if (!Files.isDirectory(base())) {
            return;
        }
        try (var lockFiles = Files.newDirectoryStream(base(), "*" + LOCK_SUFFIX)) {
            for (var lockFile : lockFiles) {
                var name = String.valueOf(lockFile.getFileName());
                try (var channel = FileChannel.open(lockFile, StandardOpenOption.WRITE)) {
                    if (lock(channel) != null) {
                        var path = lockFile.resolveSibling(name.substring(0, name.length() - LOCK_SUFFIX.length()));
                        if (Files.exists(path)) {
                            remove(path);
                        }
                        Files.deleteIfExists(lockFile);
                    }
                } catch (NoSuchFileException removedByAnother) {
                    // Somebody else was faster.
                }
            }
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldInThisProcess) {
            return null;
        }
    }

    Path path() {
        return path;
    }

    /** Removes the directory with all that is in it. */
    void close() throws IOException {
        remove(path);
        if (channel != null) {
            // Removed while it is still locked: afterwards it might be another process's.
            Files.delete(lockFile);
            channel.close();
        }
    }

    private static void remove(Path directory) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
