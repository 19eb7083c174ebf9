/** What goes through a pipeline while its toxics change. */
@NullMarked
package dev.gridlock.toxiproxy.link;

import org.jspecify.annotations.NullMarked;
