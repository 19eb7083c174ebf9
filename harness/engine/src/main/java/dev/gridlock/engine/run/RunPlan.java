package dev.gridlock.engine.run;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.topology.Topology;
import java.time.Duration;
import java.util.List;

/**
 * What a backend must know to carry out a run.
 *
 * @param name scenario, variant and seed joined by dashes, for names of temporary things
 * @param topology the regions; links follow from their distances
 * @param nodes the nodes, none of them started
 * @param faults what will go wrong
 * @param schedulingPoints prefixes of class names in which threads may be interrupted
 * @param streams the randomness of the run
 * @param limit longest time from the first start to the end; a run that takes longer is broken off
 */
public record RunPlan(
        String name,
        Topology topology,
        List<NodePlan> nodes,
        List<Fault> faults,
        List<String> schedulingPoints,
        SeededStreams streams,
        Duration limit) {

    public RunPlan {
        nodes = List.copyOf(nodes);
        faults = List.copyOf(faults);
        schedulingPoints = List.copyOf(schedulingPoints);
    }
}
