package dev.gridlock.engine.sut;

/**
 * One update of an update storm.
 *
 * @param id unique in a run, {@code u-1}, {@code u-2} ...; the system keeps it with the data it changes
 * @param sequence the number in the id, starting at 1
 * @param region code of the region whose store takes it
 * @param application number of the application, from 0
 * @param machine number of the machine within the application, from 0
 */
public record Update(String id, long sequence, String region, int application, int machine) {}
