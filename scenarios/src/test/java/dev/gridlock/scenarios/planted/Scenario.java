package dev.gridlock.scenarios.planted;

/** A class of the scenarios for another module to name. */
public record Scenario() {}
