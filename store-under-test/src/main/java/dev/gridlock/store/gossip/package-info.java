/** Node to node traffic over TCP: broadcast of fresh change sets, re-broadcast, and the periodic catch-up that fills what broadcasts missed. */
@NullMarked
package dev.gridlock.store.gossip;

import org.jspecify.annotations.NullMarked;
