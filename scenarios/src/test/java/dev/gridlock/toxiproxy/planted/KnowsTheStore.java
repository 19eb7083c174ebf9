package dev.gridlock.toxiproxy.planted;

import dev.gridlock.store.planted.KnowsTheProxy;

/** Breaks: the Toxiproxy server knows no other module. */
public record KnowsTheStore(KnowsTheProxy store) {}
