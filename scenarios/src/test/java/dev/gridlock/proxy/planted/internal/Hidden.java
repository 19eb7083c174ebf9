package dev.gridlock.proxy.planted.internal;

/** An internal class of the proxy for another module to name. */
public record Hidden() {}
