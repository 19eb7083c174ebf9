/** Tests of the configuration file and its errors. */
@NullMarked
package dev.gridlock.proxy.config;

import org.jspecify.annotations.NullMarked;
