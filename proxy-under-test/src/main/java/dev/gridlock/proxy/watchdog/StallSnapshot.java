package dev.gridlock.proxy.watchdog;

import dev.gridlock.proxy.events.EventLog;
import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.lockwatch.LockPicture;
import dev.gridlock.proxy.lockwatch.LockReport;
import dev.gridlock.proxy.lockwatch.StallKind;
import dev.gridlock.proxy.threads.NodeThreads;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What can be said about a node that has stalled, as JSON: the lock, who holds it and who waits, the write that gave up
 * last, where each of the node's threads stands, the last events. Nothing here waits for the node's other threads.
 */
public final class StallSnapshot {

    private final String node;
    private final NodeThreads threads;
    private final EventLog events;
    private final Json json;
    private final Path folder;
    private final Path directory;

    /**
     * Snapshots of one node.
     *
     * @param folder what the names of files start from, if they are in it
     * @param directory where they are written; made when the first one is
     */
    public StallSnapshot(String node, NodeThreads threads, EventLog events, Json json, Path folder, Path directory) {
        this.node = node;
        this.threads = threads;
        this.events = events;
        this.json = json;
        this.folder = folder;
        this.directory = directory;
    }

    /**
     * Writes a snapshot and waits until it is on disk.
     *
     * @param reason why it is written, a sentence
     * @param kind what is the matter with the lock
     * @return the file's name, from the folder on if it is in there, so that equal runs in different places say the same
     * @throws IOException if it cannot be written
     */
    String write(String reason, LockPicture lock, StallKind kind) throws IOException {
        Instant at = Instant.now();
        var snapshot = new LinkedHashMap<String, Object>();
        snapshot.put("node", node);
        snapshot.put("at", at.toString());
        snapshot.put("mono", System.nanoTime());
        snapshot.put("reason", reason);
        snapshot.put("catalogLock", lock.toMap(kind));
        snapshot.put("inFlight", LockReport.inFlight(lock));
        snapshot.put(
                "threads",
                threads.living().stream().map(StallSnapshot::threadMap).toList());
        snapshot.put("events", events.recent());
        Path file = directory.resolve("stall-" + node + "-" + at.toString().replace(':', '-') + ".json");
        writeDurably(file.toFile(), json.write(snapshot) + "\n");
        return (file.startsWith(folder) ? folder.relativize(file) : file).toString();
    }

    private static Map<String, Object> threadMap(Thread thread) {
        var map = new LinkedHashMap<String, Object>();
        map.put("name", thread.getName());
        map.put("state", thread.getState().name());
        List<String> stack = Stream.of(thread.getStackTrace())
                .map(StackTraceElement::toString)
                .toList();
        map.put("stack", stack);
        return map;
    }

    private static void writeDurably(File file, String text) throws IOException {
        File directory = file.getParentFile();
        if (!directory.isDirectory() && !directory.mkdirs()) {
            throw new IOException("The folder " + directory + " for stall snapshots cannot be made.");
        }
        // A plain stream: some of the places that run this program have no file channels.
        try (var out = new FileOutputStream(file)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.getFD().sync();
        }
        syncFolder(directory);
    }

    /** Makes the file's name durable, not only what is in it. Not on systems on which folders cannot be opened. */
    private static void syncFolder(File directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory.toPath(), StandardOpenOption.READ);
        } catch (AccessDeniedException | UnsupportedOperationException e) {
            return;
        }
        try (channel) {
            channel.force(true);
        }
    }
}
