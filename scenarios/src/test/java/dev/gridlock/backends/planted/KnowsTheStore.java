package dev.gridlock.backends.planted;

import dev.gridlock.store.planted.KnowsTheProxy;

/** Breaks: backends know the engine and the Toxiproxy server, and no particular system under test. */
record KnowsTheStore(KnowsTheProxy store) {}
