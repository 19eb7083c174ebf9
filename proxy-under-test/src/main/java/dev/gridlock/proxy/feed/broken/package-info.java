/**
 * Ways to put a change into the catalog that use its lock as real programs have used theirs, each off unless the
 * configuration names it.
 */
@NullMarked
package dev.gridlock.proxy.feed.broken;

import org.jspecify.annotations.NullMarked;
