package dev.gridlock.proxy.planted;

import dev.gridlock.store.planted.KnowsTheProxy;

/** Breaks: the proxy names only itself. */
record KnowsTheStore(KnowsTheProxy store) {}
