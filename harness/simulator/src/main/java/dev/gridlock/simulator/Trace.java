package dev.gridlock.simulator;

/** What a trace consists of. */
final class Trace {
    /** The kinds of events; their codes go into the hash. */
    enum Kind {
        STEP(0),
        TIMER(1),
        NETWORK(2),
        ACTION(3),
        OUTPUT(4),
        START(5),
        EXIT(6),
        PAUSE(7),
        SLOWDOWN(8);

        final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    private Trace() {}
}
