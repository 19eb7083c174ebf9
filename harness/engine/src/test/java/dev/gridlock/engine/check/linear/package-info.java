@NullMarked
package dev.gridlock.engine.check.linear;

import org.jspecify.annotations.NullMarked;
