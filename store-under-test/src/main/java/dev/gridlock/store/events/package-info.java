/** What the node tells an observer: one JSON object a line on standard output, each with the id of the update that it concerns. */
@NullMarked
package dev.gridlock.store.events;

import org.jspecify.annotations.NullMarked;
