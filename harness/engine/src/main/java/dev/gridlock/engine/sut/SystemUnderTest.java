package dev.gridlock.engine.sut;

import dev.gridlock.engine.topology.Topology;
import java.util.List;
import java.util.Map;

/**
 * The software that scenarios exercise. One instance serves all runs of a JVM, so it keeps no state of a run.
 * Implementations are found by {@link java.util.ServiceLoader} and need a public constructor without parameters.
 */
public interface SystemUnderTest {

    /** The name by which scenarios ask for this system, for example {@code regional-fleet}. */
    String id();

    /** Every setting it understands, in the order in which {@code explain} lists them; keys are distinct. */
    List<SettingSpec> settings();

    /**
     * Loads what the nodes share and what can only be loaded once, such as native libraries. The engine calls it on a
     * platform thread before the first run; later calls do nothing.
     *
     * @throws EnvironmentException when this machine cannot run the system
     */
    void prepare();

    /** Prefixes of class names in which a simulated thread may be interrupted before each atomic or volatile access. */
    List<String> schedulingPoints();

    /**
     * Lays the system out.
     *
     * @param topology the regions
     * @param settings a valid value for every key of {@link #settings()}
     * @param addresses where nodes get their addresses
     */
    SystemPlan plan(Topology topology, Map<String, String> settings, AddressScheme addresses);
}
