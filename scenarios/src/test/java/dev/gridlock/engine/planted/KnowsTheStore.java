package dev.gridlock.engine.planted;

import dev.gridlock.store.planted.KnowsTheProxy;

/** Breaks: the engine never names a system under test. */
public record KnowsTheStore(KnowsTheProxy store) {}
