package dev.gridlock.toxiproxy.proxy;

import java.util.function.Consumer;

/**
 * What the proxies of a server share.
 *
 * @param seed of all draws
 * @param traffic counts bytes
 * @param notices told what went wrong, a line each
 */
public record ProxyContext(long seed, Traffic traffic, Consumer<String> notices) {}
