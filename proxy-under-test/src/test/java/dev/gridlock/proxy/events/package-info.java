/** Tests of the event lines. */
@NullMarked
package dev.gridlock.proxy.events;

import org.jspecify.annotations.NullMarked;
