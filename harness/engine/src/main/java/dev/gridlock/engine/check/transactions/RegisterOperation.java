package dev.gridlock.engine.check.transactions;

import java.util.Optional;

/** An operation on registers that are empty at first. */
public sealed interface RegisterOperation {

    /** Name of the register. */
    String key();

    /** Sets the value; no value is ever written twice to the same register. */
    record Write(String key, String value) implements RegisterOperation {}

    /** Saw this value; empty if nothing had been written. */
    record Read(String key, Optional<String> value) implements RegisterOperation {}
}
