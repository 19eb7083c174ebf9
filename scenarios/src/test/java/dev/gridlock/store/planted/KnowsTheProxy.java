package dev.gridlock.store.planted;

import dev.gridlock.proxy.planted.internal.Hidden;

/** Breaks: the store names only itself; internal packages stay in their module. */
public record KnowsTheProxy(Hidden proxy) {}
