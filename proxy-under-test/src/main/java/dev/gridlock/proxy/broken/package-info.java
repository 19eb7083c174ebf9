/** What goes wrong with the node as a whole when it is asked to. */
@NullMarked
package dev.gridlock.proxy.broken;

import org.jspecify.annotations.NullMarked;
