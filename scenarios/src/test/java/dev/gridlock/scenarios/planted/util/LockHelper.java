package dev.gridlock.scenarios.planted.util;

/** Breaks: names say what a class does and what a package holds. */
record LockHelper() {}
