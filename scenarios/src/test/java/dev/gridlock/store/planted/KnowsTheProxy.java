package dev.gridlock.store.planted;

import dev.gridlock.proxy.planted.internal.KnowsTheStore;

/** Breaks: the store names only itself; internal packages stay in their module. */
public record KnowsTheProxy(KnowsTheStore proxy) {}
