/**
 * What a scenario is: topology, system and settings, workloads, faults, expectations, variants. Immutable values that
 * the runner reads and that do not know which language they were written in; {@link
 * dev.gridlock.engine.scenario.language} reads them from YAML.
 */
@NullMarked
package dev.gridlock.engine.scenario;

import org.jspecify.annotations.NullMarked;
