@NullMarked
package dev.gridlock.proxy.metrics;

import org.jspecify.annotations.NullMarked;
