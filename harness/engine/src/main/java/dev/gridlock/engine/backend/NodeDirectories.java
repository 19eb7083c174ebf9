package dev.gridlock.engine.backend;

import dev.gridlock.engine.sut.EnvironmentException;
import dev.gridlock.engine.sut.NodePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The directories of a run's nodes, all in the directory of the run, which {@link #close} gives back. */
final class NodeDirectories implements AutoCloseable {

    private final RunDirectory run;

    private NodeDirectories(RunDirectory run) {
        this.run = run;
    }

    /**
     * Makes a directory for each node and writes its files.
     *
     * @param name name of the run
     * @throws EnvironmentException when the temporary directory cannot be written
     */
    static NodeDirectories create(String name, List<NodePlan> nodes) {
        try {
            var directories = new NodeDirectories(RunDirectory.take(name));
            try {
                for (var node : nodes) {
                    directories.write(node);
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

    private void write(NodePlan node) throws IOException {
        var directory = of(node);
        Files.createDirectories(directory);
        for (var file : node.files().entrySet()) {
            var path = directory.resolve(file.getKey()).normalize();
            if (!path.startsWith(directory)) {
                throw new IllegalArgumentException(
                        "file " + file.getKey() + " of node " + node.name() + " lies outside of the node's directory");
            }
            Files.createDirectories(path.getParent());
            Files.writeString(path, expand(file.getValue(), node));
        }
    }

    /** The directory of a node. */
    Path of(NodePlan node) {
        return run.path().resolve(node.name());
    }

    /** A text with the node's directory in the place of its name. */
    String expand(String text, NodePlan node) {
        return text.replace(NodePlan.DIRECTORY, of(node).toString());
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
