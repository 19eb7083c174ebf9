/** Tests of several nodes as processes of their own: killed, stopped, and compared with what they have acknowledged. */
@NullMarked
package dev.gridlock.store.process;

import org.jspecify.annotations.NullMarked;
