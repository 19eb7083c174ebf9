/** SQLite: one writer connection, a few readers, schema files, the clock tables beside each replicated table, and the bookkeeping of known versions. */
@NullMarked
package dev.gridlock.store.storage;

import org.jspecify.annotations.NullMarked;
