package dev.gridlock.engine.sut;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Durations as people write them in scenarios and settings: a decimal number and one of {@code ns us ms s m h}, for
 * example {@code 200us} or {@code 1.5s}. Resolution is one nanosecond. There is no sign: a length of time is never
 * negative.
 */
public final class DurationText {

    private static final Pattern FORM = Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?)\\s?(ns|us|µs|ms|s|m|h)");

    private DurationText() {}

    /** The duration, or empty when the text has another form or is finer than a nanosecond. */
    public static Optional<Duration> parse(String text) {
        var match = FORM.matcher(text.strip());
        if (!match.matches()) {
            return Optional.empty();
        }
        var nanos = new BigDecimal(match.group(1)).multiply(BigDecimal.valueOf(nanosPer(match.group(2))));
        try {
            var seconds = nanos.toBigIntegerExact()
                    .divideAndRemainder(BigDecimal.valueOf(1_000_000_000L).toBigIntegerExact());
            return Optional.of(Duration.ofSeconds(seconds[0].longValueExact(), seconds[1].longValueExact()));
        } catch (ArithmeticException tooFineOrTooLong) {
            return Optional.empty();
        }
    }

    /** The shortest text that {@link #parse} reads back as the same duration; negative durations get a minus sign. */
    public static String format(Duration duration) {
        if (duration.isNegative()) {
            return "-" + format(duration.negated());
        }
        if (duration.isZero()) {
            return "0s";
        }
        var nanos =
                BigDecimal.valueOf(duration.getSeconds()).movePointRight(9).add(BigDecimal.valueOf(duration.getNano()));
        for (String unit : new String[] {"s", "ms", "us"}) {
            var inUnit = nanos.divide(BigDecimal.valueOf(nanosPer(unit))).stripTrailingZeros();
            if (inUnit.compareTo(BigDecimal.ONE) >= 0 && inUnit.scale() <= 3) {
                return inUnit.toPlainString() + unit;
            }
        }
        return nanos.toPlainString() + "ns";
    }

    private static long nanosPer(String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us", "µs" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> throw new AssertionError("the form admits no unit " + unit);
        };
    }
}
