package dev.gridlock.agent.sample;

/** Calls other code while it is initialised. */
public final class Initialised {
    public static final long VALUE = Clocks.times();
    public static final String TEXT;

    static {
        String text;
        try {
            text = Integer.toString(Integer.parseInt(System.getProperty("dev.gridlock.agent.sample", "none")));
        } catch (NumberFormatException e) {
            text = "none";
        }
        TEXT = text;
    }

    private Initialised() {}

    /** An enumeration whose initialiser only makes its constants. */
    public enum Quiet {
        ONE,
        TWO
    }

    /** A class whose initialiser fails. */
    public static final class Failing {
        public static final long VALUE = fail();

        private Failing() {}

        private static long fail() {
            throw new IllegalStateException("after " + Clocks.times());
        }
    }
}
