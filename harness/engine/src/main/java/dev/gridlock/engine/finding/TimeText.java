package dev.gridlock.engine.finding;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Duration;

/** Instants and lengths of time in prose. Rounded for reading; exact values belong in result documents. */
public final class TimeText {

    private TimeText() {}

    /** An instant of a run, in seconds to the millisecond: {@code 1.243 s}. */
    public static String instant(Duration at) {
        return nanos(at).movePointLeft(9).setScale(3, RoundingMode.HALF_UP).toPlainString() + " s";
    }

    /** A length of time to three significant digits in a fitting unit: {@code 212 us}, {@code 58.1 ms}, {@code 1.5 s}. */
    public static String length(Duration length) {
        var nanos = nanos(length);
        if (nanos.signum() == 0) {
            return "0 ms";
        }
        var size = nanos.abs();
        if (size.compareTo(BigDecimal.valueOf(1_000)) < 0) {
            return nanos.toPlainString() + " ns";
        }
        if (size.compareTo(BigDecimal.valueOf(1_000_000)) < 0) {
            return rounded(nanos, 3) + " us";
        }
        if (size.compareTo(BigDecimal.valueOf(1_000_000_000)) < 0) {
            return rounded(nanos, 6) + " ms";
        }
        return rounded(nanos, 9) + " s";
    }

    private static String rounded(BigDecimal nanos, int decimals) {
        var inUnit = nanos.movePointLeft(decimals).round(new MathContext(3, RoundingMode.HALF_UP));
        var plain = inUnit.stripTrailingZeros();
        return (plain.scale() < 0 ? plain.setScale(0, RoundingMode.UNNECESSARY) : plain).toPlainString();
    }

    private static BigDecimal nanos(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds()).movePointRight(9).add(BigDecimal.valueOf(duration.getNano()));
    }
}
