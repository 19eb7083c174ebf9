/**
 * Reads the history of a run and says what went wrong in it: detectors, each for one kind of finding; the causal chain
 * from the update to the finding; the check that there was enough evidence to say anything. A detector sees
 * observations in order and keeps little; none of them knows a backend or a system under test.
 */
@NullMarked
package dev.gridlock.engine.detect;

import org.jspecify.annotations.NullMarked;
