package dev.gridlock.cli.planted;

import dev.gridlock.scenarios.planted.Scenario;

/** Breaks: the command names only itself and the engine; nothing depends on the scenarios. */
record KnowsTheScenarios(Scenario scenario) {}
