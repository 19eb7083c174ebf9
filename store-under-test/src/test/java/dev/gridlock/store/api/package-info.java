/** Tests. */
@NullMarked
package dev.gridlock.store.api;

import org.jspecify.annotations.NullMarked;
