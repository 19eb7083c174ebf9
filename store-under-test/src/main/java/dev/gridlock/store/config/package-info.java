/** The TOML configuration: typed records and a reader whose errors name file, key, what was found and what was expected. */
@NullMarked
package dev.gridlock.store.config;

import org.jspecify.annotations.NullMarked;
