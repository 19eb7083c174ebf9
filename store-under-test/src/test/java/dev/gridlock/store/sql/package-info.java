/** Tests. */
@NullMarked
package dev.gridlock.store.sql;

import org.jspecify.annotations.NullMarked;
