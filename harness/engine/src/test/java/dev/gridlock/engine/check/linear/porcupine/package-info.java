@NullMarked
package dev.gridlock.engine.check.linear.porcupine;

import org.jspecify.annotations.NullMarked;
