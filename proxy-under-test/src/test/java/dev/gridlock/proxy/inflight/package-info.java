/** Tests of the record of operations under way. */
@NullMarked
package dev.gridlock.proxy.inflight;

import org.jspecify.annotations.NullMarked;
