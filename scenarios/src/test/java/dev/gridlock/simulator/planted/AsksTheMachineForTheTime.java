package dev.gridlock.simulator.planted;

import java.util.function.LongSupplier;

/** Breaks: time comes from the simulation. The method reference is the form that a rule about calls would miss. */
final class AsksTheMachineForTheTime {
    private AsksTheMachineForTheTime() {}

    static LongSupplier clock() {
        return System::nanoTime;
    }
}
