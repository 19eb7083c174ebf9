/** Tests. */
@NullMarked
package dev.gridlock.store.storage;

import org.jspecify.annotations.NullMarked;
