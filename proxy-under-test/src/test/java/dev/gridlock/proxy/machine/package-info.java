/** Tests of the machine host. */
@NullMarked
package dev.gridlock.proxy.machine;

import org.jspecify.annotations.NullMarked;
