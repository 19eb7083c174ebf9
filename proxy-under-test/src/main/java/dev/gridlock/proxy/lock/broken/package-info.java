/** Decisions of a lock taken wrongly, as real locks have taken them. */
@NullMarked
package dev.gridlock.proxy.lock.broken;

import org.jspecify.annotations.NullMarked;
