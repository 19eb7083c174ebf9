/**
 * Makes a run of a scenario, a variant and a seed: prepares it, lets a backend carry it out while the director starts
 * nodes, load and faults, and turns the history into a result with a verdict. Also the search over seeds. What a
 * backend must be able to do is {@link dev.gridlock.engine.run.Backend}.
 */
@NullMarked
package dev.gridlock.engine.run;

import org.jspecify.annotations.NullMarked;
