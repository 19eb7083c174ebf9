package dev.gridlock.backends;

import dev.gridlock.engine.sut.NodePlan;

/** Starts programs of nodes, somewhere. Thread-safe. */
@FunctionalInterface
public interface NodeRunner {

    /**
     * Starts a node's program, for the first time or again with the same data at the same address.
     *
     * @throws RuntimeException when it cannot be started; the message says why
     */
    RunningNode start(NodePlan node, NodeListener listener) throws InterruptedException;
}
