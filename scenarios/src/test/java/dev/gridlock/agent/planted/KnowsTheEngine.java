package dev.gridlock.agent.planted;

import dev.gridlock.engine.planted.KnowsTheStore;

/** Breaks: the agent names only itself, and uses the JDK alone. */
record KnowsTheEngine(KnowsTheStore engine) {}
