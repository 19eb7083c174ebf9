/** The machines that the proxy routes to: a small backend that answers for any number of them. */
@NullMarked
package dev.gridlock.proxy.machine;

import org.jspecify.annotations.NullMarked;
