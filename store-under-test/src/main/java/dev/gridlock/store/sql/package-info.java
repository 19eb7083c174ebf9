/** As much SQL reading as the store needs: tokens, parameters, the first keyword, and the split of a script into statements. No grammar. */
@NullMarked
package dev.gridlock.store.sql;

import org.jspecify.annotations.NullMarked;
