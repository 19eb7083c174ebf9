package dev.gridlock.simulator.planted;

import dev.gridlock.engine.planted.KnowsTheStore;

/** Breaks: the simulator names only itself and the agent. */
record KnowsTheEngine(KnowsTheStore engine) {}
