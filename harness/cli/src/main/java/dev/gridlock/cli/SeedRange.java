package dev.gridlock.cli;

import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Seeds from the first to the last, both included.
 *
 * @param first zero or more
 * @param last at least {@code first}, at most {@value #MOST} seeds on
 */
record SeedRange(long first, long last) {

    /** Most seeds of one command. */
    static final long MOST = 100_000;

    private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\.\\.(\\d{1,18})");

    static SeedRange of(long seed) {
        return new SeedRange(seed, seed);
    }

    /**
     * The range that a text such as {@code 1..20} means.
     *
     * @throws BadInputException when it means none
     */
    static SeedRange parse(String text) {
        var match = FORM.matcher(text);
        if (!match.matches()) {
            throw new BadInputException(
                    "found --seeds " + text + ", expected the first and the last seed, such as --seeds 1..20");
        }
        var range = new SeedRange(Long.parseLong(match.group(1)), Long.parseLong(match.group(2)));
        if (range.last < range.first) {
            throw new BadInputException("found --seeds " + text + ", expected a last seed that is not below the first");
        }
        if (range.last - range.first >= MOST) {
            throw new BadInputException("found --seeds " + text + ", expected at most " + MOST + " seeds");
        }
        return range;
    }

    LongStream seeds() {
        return LongStream.rangeClosed(first, last);
    }

    long count() {
        return last - first + 1;
    }
}
