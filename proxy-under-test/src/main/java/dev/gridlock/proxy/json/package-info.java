/** JSON text to and from plain maps, lists, strings and numbers. */
@NullMarked
package dev.gridlock.proxy.json;

import org.jspecify.annotations.NullMarked;
