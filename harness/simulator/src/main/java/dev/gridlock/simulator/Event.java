package dev.gridlock.simulator;

/** Something that happens at an instant of virtual time, on the carrier. */
abstract class Event {
    /** Nanoseconds since the start of the simulation. */
    long at;

    /** Decides between events of one instant. */
    long tie;

    /** Place in the {@link EventQueue}, negative while not queued. */
    int index = -1;

    final boolean isBefore(Event other) {
        return at < other.at || (at == other.at && tie < other.tie);
    }

    abstract void fire();
}
