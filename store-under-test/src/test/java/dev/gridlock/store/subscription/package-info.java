/** Tests. */
@NullMarked
package dev.gridlock.store.subscription;

import org.jspecify.annotations.NullMarked;
