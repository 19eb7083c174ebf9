/** The five kinds of value that SQLite stores, with the total order that decides a tie between two writers. */
@NullMarked
package dev.gridlock.store.value;

import org.jspecify.annotations.NullMarked;
