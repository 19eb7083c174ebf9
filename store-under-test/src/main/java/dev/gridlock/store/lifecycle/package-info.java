/** Threads of the node: named virtual threads whose unexpected death is a failure of the whole node, never a silent loss. */
@NullMarked
package dev.gridlock.store.lifecycle;

import org.jspecify.annotations.NullMarked;
