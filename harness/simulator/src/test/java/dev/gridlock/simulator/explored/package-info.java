/** Code with scheduling points, some of it broken on purpose. */
@NullMarked
package dev.gridlock.simulator.explored;

import org.jspecify.annotations.NullMarked;
