/**
 * Linearizability: whether operations of many clients on one object could have happened one after another, each at an instant
 * between its invocation and its completion, as the object's sequential {@link dev.gridlock.engine.check.linear.Model} says.
 */
@NullMarked
package dev.gridlock.engine.check.linear;

import org.jspecify.annotations.NullMarked;
