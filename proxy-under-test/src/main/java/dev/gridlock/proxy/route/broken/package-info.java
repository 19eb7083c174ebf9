/**
 * Look-ups that use the catalog lock as real programs have used theirs, each off unless the configuration names it, so that
 * a harness can prove that it finds them.
 */
@NullMarked
package dev.gridlock.proxy.route.broken;

import org.jspecify.annotations.NullMarked;
