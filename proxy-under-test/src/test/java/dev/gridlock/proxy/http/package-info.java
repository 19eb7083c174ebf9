/** Tests of the proxy as its clients and machine hosts see it, over real sockets. */
@NullMarked
package dev.gridlock.proxy.http;

import org.jspecify.annotations.NullMarked;
