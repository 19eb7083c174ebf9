/** What the node counts, in the Prometheus text format. */
@NullMarked
package dev.gridlock.proxy.metrics;

import org.jspecify.annotations.NullMarked;
