package dev.gridlock.backends.process;

import dev.gridlock.backends.NodeListener;
import dev.gridlock.backends.NodeRunner;
import dev.gridlock.backends.RunningNode;
import dev.gridlock.engine.backend.NodeDirectories;
import dev.gridlock.engine.sut.NodePlan;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts nodes as JVMs of this machine with the class path of this one. */
final class ProcessRunner implements NodeRunner {

    /** Small, because a whole fleet shares this machine. */
    private static final List<String> JVM_OPTIONS = List.of(
            "-Xms16m",
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED",
            "-Dstdout.encoding=UTF-8",
            "-Dstderr.encoding=UTF-8");

    private final NodeDirectories directories;
    private final ProcessRecords records;

    ProcessRunner(NodeDirectories directories, ProcessRecords records) {
        this.directories = directories;
        this.records = records;
    }

    @Override
    public RunningNode start(NodePlan node, NodeListener listener) {
        try {
            return NodeProcess.start(node.name(), command(node), directories.of(node), records, listener);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed.getMessage(), failed);
        }
    }

    private List<String> command(NodePlan node) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM_OPTIONS);
        command.add("-XX:ActiveProcessorCount=" + node.cpus());
        command.add("-cp");
        command.add(absolute(System.getProperty("java.class.path")));
        command.add(node.main().getName());
        command.addAll(directories.arguments(node));
        return command;
    }

    /** Nodes start in their own directories, where relative entries would lead nowhere. */
    private static String absolute(String classPath) {
        var entries = new ArrayList<String>();
        for (var entry : classPath.split(File.pathSeparator, -1)) {
            entries.add(Path.of(entry).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, entries);
    }
}
