package dev.gridlock.toxiproxy.proxy;

import dev.gridlock.toxiproxy.link.Meter;
import dev.gridlock.toxiproxy.toxic.Direction;

/** Counts the bytes of all proxies. Thread-safe. */
@FunctionalInterface
public interface Traffic {
    /** The meter of one direction of a proxy, for a connection accepted now. */
    Meter meter(String proxy, ProxyState state, Direction direction);
}
