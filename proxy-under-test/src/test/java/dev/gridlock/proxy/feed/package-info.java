/** Tests of the subscription: snapshots, changes, cuts. */
@NullMarked
package dev.gridlock.proxy.feed;

import org.jspecify.annotations.NullMarked;
