/**
 * The proxy's side of the store's HTTP API: subscriptions, which are taken up again where they were cut, and queries; and
 * how what they say gets into the catalog.
 */
@NullMarked
package dev.gridlock.proxy.feed;

import org.jspecify.annotations.NullMarked;
