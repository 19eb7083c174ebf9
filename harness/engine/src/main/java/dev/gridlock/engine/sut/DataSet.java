package dev.gridlock.engine.sut;

/**
 * How much data a scenario works on. Applications are numbered from 0, and the machines of each application too.
 *
 * @param applications at least 1
 * @param machinesPerApplication at least 1
 */
public record DataSet(int applications, int machinesPerApplication) {

    public DataSet {
        if (applications < 1 || machinesPerApplication < 1) {
            throw new IllegalArgumentException("a data set has " + applications + " applications of "
                    + machinesPerApplication + " machines, expected at least one of each");
        }
    }
}
