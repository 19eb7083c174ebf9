/** Measures what the simulator and the locks cost; run by hand, never as a test. */
@NullMarked
package dev.gridlock.benchmarks;

import org.jspecify.annotations.NullMarked;
