package dev.gridlock.store.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as the configuration writes them: a whole number and one of {@code us ms s m h}. */
final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(us|ms|s|m|h)");

    private Durations() {}

    static Optional<Duration> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long amount = Long.parseLong(matcher.group(1));
        return Optional.of(
                switch (matcher.group(2)) {
                    case "us" -> Duration.ofNanos(amount * 1_000);
                    case "ms" -> Duration.ofMillis(amount);
                    case "s" -> Duration.ofSeconds(amount);
                    case "m" -> Duration.ofMinutes(amount);
                    default -> Duration.ofHours(amount);
                });
    }

    static String text(Duration duration) {
        if (duration.toNanos() % 1_000_000 != 0) {
            return duration.toNanos() / 1_000 + "us";
        }
        return duration.toMillis() % 1_000 != 0 ? duration.toMillis() + "ms" : duration.toSeconds() + "s";
    }
}
