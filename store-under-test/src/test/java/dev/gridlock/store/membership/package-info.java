/** Tests. */
@NullMarked
package dev.gridlock.store.membership;

import org.jspecify.annotations.NullMarked;
