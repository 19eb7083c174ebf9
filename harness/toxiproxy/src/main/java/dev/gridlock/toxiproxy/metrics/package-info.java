/** The metrics of the proxies, with the names and labels of the original (its {@code METRICS.md}). */
@NullMarked
package dev.gridlock.toxiproxy.metrics;

import org.jspecify.annotations.NullMarked;
