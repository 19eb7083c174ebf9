/** The supervisor: a process that runs the proxy as its child and starts it again when it ends. */
@NullMarked
package dev.gridlock.proxy.supervise;

import org.jspecify.annotations.NullMarked;
