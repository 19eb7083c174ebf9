@NullMarked
package dev.gridlock.proxy.supervise;

import org.jspecify.annotations.NullMarked;
