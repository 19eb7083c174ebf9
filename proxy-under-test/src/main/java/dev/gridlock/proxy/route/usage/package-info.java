/**
 * What this proxy has learnt by sending requests: how busy each machine is with them, and which hosts do not accept
 * connections. The choice of a machine reads it for every machine of an application.
 */
@NullMarked
package dev.gridlock.proxy.route.usage;

import org.jspecify.annotations.NullMarked;
