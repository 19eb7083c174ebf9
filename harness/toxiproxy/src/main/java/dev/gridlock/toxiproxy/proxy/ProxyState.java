package dev.gridlock.toxiproxy.proxy;

/**
 * What a proxy is told.
 *
 * @param listen where it listens: as it was told, and while enabled with the address and port that it has
 * @param upstream where it connects to
 * @param enabled whether it listens
 */
public record ProxyState(String listen, String upstream, boolean enabled) {}
