/**
 * JSON as Toxiproxy's clients send it, read by the rules of the original server: the first value counts, names of fields match in any
 * case, unknown fields are ignored, null changes nothing, and a value of the wrong kind is refused.
 */
@NullMarked
package dev.gridlock.toxiproxy.json;

import org.jspecify.annotations.NullMarked;
