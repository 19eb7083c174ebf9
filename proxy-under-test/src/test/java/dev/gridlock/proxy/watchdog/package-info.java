/** Tests of the watchdog and the supervisor, with processes of their own. */
@NullMarked
package dev.gridlock.proxy.watchdog;

import org.jspecify.annotations.NullMarked;
