package dev.gridlock.proxy.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as they are written in a configuration file: a whole number and a unit, as in {@code 200us} or {@code 3s}. */
final class DurationText {

    static final String EXPECTED = "a whole number with a unit (ns, us, ms, s, m) such as \"200us\"";
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ns|us|ms|s|m)");

    private DurationText() {}

    /** The duration, zero included; empty if {@code text} has another form. */
    static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "ns" -> Duration.ofNanos(number);
                    case "us" -> Duration.ofNanos(Math.multiplyExact(number, 1_000L));
                    case "ms" -> Duration.ofMillis(number);
                    case "s" -> Duration.ofSeconds(number);
                    default -> Duration.ofMinutes(number);
                });
    }
}
