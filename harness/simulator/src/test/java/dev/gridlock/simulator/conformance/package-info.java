/**
 * One body of tests for what ordinary code relies on, run on the plain JDK and in the simulator.
 *
 * <p>A case is ordinary Java that fails if something does not hold. What passes on the platform and not in the simulator is a bug of the
 * simulator; a case that fails on the platform is wrong.
 */
@NullMarked
package dev.gridlock.simulator.conformance;

import org.jspecify.annotations.NullMarked;
