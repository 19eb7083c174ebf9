/** Tests. */
@NullMarked
package dev.gridlock.store.metrics;

import org.jspecify.annotations.NullMarked;
