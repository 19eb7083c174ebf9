/** Counters, gauges and histograms under Corrosion's names, one registry for each node, and the page that shows them to Prometheus. */
@NullMarked
package dev.gridlock.store.metrics;

import org.jspecify.annotations.NullMarked;
