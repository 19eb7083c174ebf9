/** Tests of {@code dev.gridlock.engine.report}. */
@NullMarked
package dev.gridlock.engine.report;

import org.jspecify.annotations.NullMarked;
