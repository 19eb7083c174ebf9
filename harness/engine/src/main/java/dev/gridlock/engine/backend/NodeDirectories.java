package dev.gridlock.engine.backend;

import dev.gridlock.engine.sut.EnvironmentException;
import dev.gridlock.engine.sut.NodePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;

/** The directories of a run's nodes, all in the directory of the run, which {@link #close} gives back. Not thread-safe. */
public final class NodeDirectories implements AutoCloseable {

    private final RunDirectory run;

    private NodeDirectories(RunDirectory run) {
        this.run = run;
    }

    /**
     * Makes a directory for each node and writes its files.
     *
     * @param name name of the run
     * @param dial what a node connects to so as to reach a listener {@code IP:PORT}
     * @throws EnvironmentException when the temporary directory cannot be written
     */
    public static NodeDirectories create(String name, List<NodePlan> nodes, BiFunction<NodePlan, String, String> dial) {
        try {
            var directories = new NodeDirectories(RunDirectory.take(name));
            try {
                for (var node : nodes) {
                    directories.write(node, dial);
                }
                return directories;
            } catch (IOException | RuntimeException failed) {
                directories.close();
                throw failed;
            }
        } catch (IOException failed) {
            throw new EnvironmentException("cannot write the files of the nodes: " + failed, failed);
        }
    }

    /**
     * Removes the directories of runs whose harness was killed.
     *
     * @throws EnvironmentException when they cannot be removed
     */
    public static void removeAbandoned() {
        try {
            RunDirectory.removeAbandoned();
        } catch (IOException failed) {
            throw new EnvironmentException("cannot remove what killed runs have left: " + failed, failed);
        }
    }

    private void write(NodePlan node, BiFunction<NodePlan, String, String> dial) throws IOException {
        var directory = of(node);
        Files.createDirectories(directory);
        for (var file : node.files().entrySet()) {
            var path = directory.resolve(file.getKey()).normalize();
            if (!path.startsWith(directory)) {
                throw new IllegalArgumentException(
                        "file " + file.getKey() + " of node " + node.name() + " lies outside of the node's directory");
            }
            Files.createDirectories(path.getParent());
            Files.writeString(
                    path,
                    NodePlan.expand(file.getValue(), directory.toString(), listener -> dial.apply(node, listener)));
        }
    }

    /** The directory of a node. */
    public Path of(NodePlan node) {
        return run.path().resolve(node.name());
    }

    /** The arguments of a node's program. */
    public List<String> arguments(NodePlan node) {
        return node.args().stream()
                .map(argument -> NodePlan.expand(argument, of(node).toString(), listener -> listener))
                .toList();
    }

    @Override
    public void close() {
        try {
            run.close();
        } catch (IOException failed) {
            throw new EnvironmentException(
                    "cannot remove the files of the nodes in " + run.path() + ": " + failed, failed);
        }
    }
}
