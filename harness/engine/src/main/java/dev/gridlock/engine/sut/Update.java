package dev.gridlock.engine.sut;

/**
 * One update of a workload.
 *
 * @param id unique in a run, {@code u-1}, {@code u-2} ...; the system keeps it with the data it changes
 * @param sequence the number in the id, starting at 1
 * @param region code of the region whose store takes it
 * @param change what it does to the data
 * @param application number of the application, from 0; one that is added gets the next number that is free
 * @param machine number of the machine within the application, from 0
 */
public record Update(String id, long sequence, String region, Change change, int application, int machine) {

    /** What an update does. */
    public enum Change {
        /** Writes a machine that is there anew: it moves. */
        MOVES_MACHINE,
        /** Writes an application that nobody has heard of, with one machine. */
        ADDS_APPLICATION
    }
}
