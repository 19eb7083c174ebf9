package dev.gridlock.proxy.planted.internal;

import dev.gridlock.store.planted.KnowsTheProxy;

/** Breaks: the proxy names only itself; packages do not name each other in a circle. */
public record KnowsTheStore(KnowsTheProxy store) {}
