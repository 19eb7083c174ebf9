package dev.gridlock.proxy.route;

import java.util.Optional;

/** The machine that must not be chosen, though it is in the catalog, for the store has long told otherwise. Thread-safe. */
@FunctionalInterface
public interface OverdueMachine {

    /** Its id, as of now; mostly there is none. Takes no lock. */
    Optional<String> now();
}
