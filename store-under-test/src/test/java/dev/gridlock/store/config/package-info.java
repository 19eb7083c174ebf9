/** Tests. */
@NullMarked
package dev.gridlock.store.config;

import org.jspecify.annotations.NullMarked;
