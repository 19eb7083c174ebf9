/** Tests. */
@NullMarked
package dev.gridlock.store.value;

import org.jspecify.annotations.NullMarked;
