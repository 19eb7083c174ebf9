package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.Position;
import dev.gridlock.engine.scenario.Workload;
import dev.gridlock.engine.topology.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is already known of a scenario while its later parts are read. A part that is wrong is unknown, and nothing is
 * checked against it: one mistake makes one problem.
 *
 * @param durationAt where the duration is written
 * @param workloads empty when they are unknown, too
 */
record World(
        Optional<Topology> topology,
        Optional<Duration> duration,
        Position durationAt,
        Optional<Duration> quiesce,
        Optional<List<Workload>> workloads) {

    /** The duration for a message, with the argument that set it if it was one. */
    static String origin(Position at) {
        return at.isWhole() ? " (" + at + ")" : "";
    }

    World withWorkloads(Optional<List<Workload>> known) {
        return new World(topology, duration, durationAt, quiesce, known);
    }
}
