/** Tests that each misuse of the catalog lock stalls, and that the sound way through the same steps does not. */
@NullMarked
package dev.gridlock.proxy.feed.broken;

import org.jspecify.annotations.NullMarked;
