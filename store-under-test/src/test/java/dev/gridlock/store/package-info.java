/** Tests. */
@NullMarked
package dev.gridlock.store;

import org.jspecify.annotations.NullMarked;
