/** The configuration file: read, checked key by key, and turned into immutable settings. */
@NullMarked
package dev.gridlock.proxy.config;

import org.jspecify.annotations.NullMarked;
