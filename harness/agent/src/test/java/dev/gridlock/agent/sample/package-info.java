/** Classes that are rewritten in tests. */
@NullMarked
package dev.gridlock.agent.sample;

import org.jspecify.annotations.NullMarked;
