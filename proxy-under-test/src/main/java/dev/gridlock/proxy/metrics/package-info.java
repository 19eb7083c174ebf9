/** What the node counts and measures, for {@code GET /metrics}. Knows the other parts; none of them but the control channel knows it. */
@NullMarked
package dev.gridlock.proxy.metrics;

import org.jspecify.annotations.NullMarked;
