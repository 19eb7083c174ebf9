package dev.gridlock.engine.sut;

import java.util.List;

/**
 * The container image of a node's program. The node's {@linkplain NodePlan#args arguments} follow its entry point.
 *
 * @param name name and tag
 * @param entryPoint command in place of the image's own entry point; empty for that
 */
public record NodeImage(String name, List<String> entryPoint) {

    public NodeImage {
        entryPoint = List.copyOf(entryPoint);
    }

    /** An image whose entry point is the program. */
    public static NodeImage of(String name) {
        return new NodeImage(name, List.of());
    }
}
