/** Tests of the control channel. */
@NullMarked
package dev.gridlock.proxy.control;

import org.jspecify.annotations.NullMarked;
