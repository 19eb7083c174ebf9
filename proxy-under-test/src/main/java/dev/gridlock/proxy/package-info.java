/** The regional proxy as a program: a {@code main}, a configuration file, an HTTP front. */
@NullMarked
package dev.gridlock.proxy;

import org.jspecify.annotations.NullMarked;
