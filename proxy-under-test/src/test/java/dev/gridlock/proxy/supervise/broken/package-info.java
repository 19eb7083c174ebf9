@NullMarked
package dev.gridlock.proxy.supervise.broken;

import org.jspecify.annotations.NullMarked;
