package dev.gridlock.engine.fault;

/**
 * All that nodes of one region send to nodes of another, answers included.
 *
 * @param from code of the region that sends
 * @param to code of the region that receives, another one
 */
public record Way(String from, String to) {

    /** Checks that the regions differ. */
    public Way {
        if (from.equals(to)) {
            throw new IllegalArgumentException(
                    "a way leads from one region to another, was from " + from + " to itself");
        }
    }

    /** The way back. */
    public Way back() {
        return new Way(to, from);
    }

    @Override
    public String toString() {
        return from + " to " + to;
    }
}
