package dev.gridlock.toxiproxy.toxic;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonFields;
import java.util.Map;
import java.util.SplittableRandom;

/** What a toxic is told, by its type. Any value is taken, as the original takes it; records say what odd ones do. */
public sealed interface Attributes permits Bandwidth, Latency, LimitData, Noop, ResetPeer, Slicer, SlowClose, Timeout {
    /** The same attributes with those replaced that are given. */
    Attributes with(JsonFields given) throws BadBodyException;

    /** The values by their names in the API, in its order. */
    Map<String, Long> values();

    /**
     * The toxic at work on one direction of one connection.
     *
     * @param random for the draws of this stage alone
     * @param now from when on it works, in nanoseconds
     */
    Stage stage(SplittableRandom random, long now);
}
